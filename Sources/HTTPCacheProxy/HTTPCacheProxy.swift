enum HTTPCacheProxy {}
