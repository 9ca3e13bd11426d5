enum CachingURLSession {}
