/// Groups of stored responses that are invalidated together (RFC 9875).
extension CachePolicy {
    /// The groups that the answer to an unsafe method invalidates; empty for a safe one. RFC 9875 §3.
    public func invalidatedGroups(by response: ResponseHead, to request: RequestHead) -> Set<String> {
        CacheGroups.invalidated(
            by: response.fields.values(of: "Cache-Group-Invalidation"), requestMethodIsSafe: request.method.isSafe
        ).names
    }
}

extension StoredResponse {
    /// The groups that the response belongs to, within its origin; none where the field is not valid. RFC 9875 §2.
    ///
    /// A cache that invalidates a response may invalidate the others of its groups as well (§2.2.1).
    public var groups: Set<String> {
        guard let groups = try? CacheGroups.parse(lines: response.fields.values(of: "Cache-Groups")) else { return [] }
        return groups.names
    }
}
