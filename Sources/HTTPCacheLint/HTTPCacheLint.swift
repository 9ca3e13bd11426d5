enum HTTPCacheLint {}
