extension KnownField {
    /// The known field of this name in any case, or nil.
    @inline(__always)
    init?(_ name: Span<UInt8>) {
        guard let field = Self.lookUp(name) else { return nil }
        self = field
    }

    init?(_ name: String) { self.init(Array(name.utf8).span) }

    /// One look into each of two tables, and a comparison with what is found there.
    private static func lookUp(_ name: Span<UInt8>) -> KnownField? {
        guard shortestName...longestName ~= name.count else { return nil }
        let words = name.ends
        let first = words.first.withLettersFolded
        let last = words.last.withLettersFolded
        guard let field = slots[slot(first, last)] else { return nil }
        let known = ends[Int(field.rawValue)]
        guard known.first == first, known.last == last, known.count == name.count else { return nil }
        // The two words cover sixteen bytes at most.
        return name.count <= 16 ? field : confirmed(field, name)
    }

    @inline(never)
    private static func confirmed(_ field: KnownField, _ name: Span<UInt8>) -> KnownField? {
        name.equalsIgnoringCase(field.name) ? field : nil
    }

    private static let shortestName = 2
    private static let longestName = 25

    /// The top bits of a product of the first and last eight bytes; the factor was found by trial to give each name a
    /// slot of its own, and a test holds them to it.
    @inline(__always)
    private static func slot(_ first: UInt64, _ last: UInt64) -> Int {
        let mixed = first ^ (last << 29 | last >> 35)
        return Int(truncatingIfNeeded: (mixed &* 0xC102_8DAE_5F26_B81F) >> 56)
    }

    private static let slots: [KnownField?] = [
        nil, nil, .via, nil, .ifRange, nil, .trailer, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, .cookie,
        .acceptRanges, nil, nil, nil, nil, .proxyAuthenticationInfo, nil, nil, nil, nil, .dpr, nil, nil, nil,
        .location, nil, .te, nil, nil, nil, nil, nil, nil, nil, nil, nil, .connection, .userAgent, nil, .secFetchDest,
        nil, nil, .secFetchSite, nil, nil, nil, .age, .saveData, nil, nil, nil, nil, .referer, nil, .setCookie, nil,
        .cacheGroups, nil, nil, .accept, nil, nil, nil, nil, nil, nil, nil, nil, .ifUnmodifiedSince, nil,
        .proxyAuthenticate, .origin, nil, .proxyAuthorization, nil, nil, nil, nil, nil, nil, .viewportWidth, nil, nil,
        .xRequestedWith, nil, .contentLength, .upgrade, nil, nil, nil, .cacheGroupInvalidation, nil, nil, nil, nil,
        nil, nil, nil, nil, .range, nil, nil, .lastModified, nil, nil, nil, nil, nil, .keepAlive, nil, nil, nil, nil,
        nil, nil, nil, .authorization, nil, nil, nil, nil, nil, nil, nil, nil, nil, .vary, nil, nil, nil,
        .acceptCharset, nil, .cdnCacheControl, nil, .ifNoneMatch, .secFetchMode, nil, nil, .host, .ifModifiedSince,
        nil, nil, nil, nil, nil, nil, nil, nil, .warning, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil,
        nil, .date, nil, nil, .contentType, nil, .noVarySearch, nil, nil, nil, nil, nil, nil, nil, .eTag, nil, nil,
        nil, .pragma, nil, nil, nil, nil, nil, nil, nil, nil, .contentEncoding, nil, .cacheStatus, nil, nil, nil, nil,
        nil, nil, nil, .contentRange, .xForwardedProto, nil, nil, nil, nil, nil, nil, nil, nil, .acceptEncoding, nil,
        nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, .width, nil, nil, nil, nil, nil, nil,
        .proxyConnection, .transferEncoding, nil, .ifMatch, .contentLocation, .cacheControl, nil, nil, .expires, nil,
        nil, nil, nil, nil, .acceptLanguage, nil,
    ]

    /// The first and last eight bytes of each name, as `Span.ends` gives them, and its length. A test derives the rows
    /// from the names.
    struct Ends: Equatable {
        let first: UInt64
        let last: UInt64
        let count: Int

        init(_ first: UInt64, _ last: UInt64, _ count: Int) {
            self.first = first
            self.last = last
            self.count = count
        }
    }

    static let ends: [Ends] = [
        Ends(0x6F63_2D65_6863_6163, 0x6C6F_7274_6E6F_632D, 13),  // cache-control
        Ends(0x0000_0000_0065_6761, 0x0000_0000_0065_6761, 3),  // age
        Ends(0x0073_6572_6970_7865, 0x0073_6572_6970_7865, 7),  // expires
        Ends(0x0000_0000_6574_6164, 0x0000_0000_6574_6164, 4),  // date
        Ends(0x646F_6D2D_7473_616C, 0x6465_6966_6964_6F6D, 13),  // last-modified
        Ends(0x0000_0000_6761_7465, 0x0000_0000_6761_7465, 4),  // etag
        Ends(0x0000_0000_7972_6176, 0x0000_0000_7972_6176, 4),  // vary
        Ends(0x0000_616D_6761_7270, 0x0000_616D_6761_7270, 6),  // pragma
        Ends(0x7A69_726F_6874_7561, 0x6E6F_6974_617A_6972, 13),  // authorization
        Ends(0x6B6F_6F63_2D74_6573, 0x6569_6B6F_6F63_2D74, 10),  // set-cookie
        Ends(0x2D74_6E65_746E_6F63, 0x6567_6E61_722D_746E, 13),  // content-range
        Ends(0x2D74_6E65_746E_6F63, 0x6874_676E_656C_2D74, 14),  // content-length
        Ends(0x2D74_6E65_746E_6F63, 0x6E6F_6974_6163_6F6C, 16),  // content-location
        Ends(0x2D74_6E65_746E_6F63, 0x6570_7974_2D74_6E65, 12),  // content-type
        Ends(0x2D74_6E65_746E_6F63, 0x676E_6964_6F63_6E65, 16),  // content-encoding
        Ends(0x6E6F_6974_6163_6F6C, 0x6E6F_6974_6163_6F6C, 8),  // location
        Ends(0x2D65_6E6F_6E2D_6669, 0x6863_7461_6D2D_656E, 13),  // if-none-match
        Ends(0x6669_646F_6D2D_6669, 0x6563_6E69_732D_6465, 17),  // if-modified-since
        Ends(0x6863_7461_6D2D_6669, 0x6863_7461_6D2D_6669, 8),  // if-match
        Ends(0x646F_6D6E_752D_6669, 0x6563_6E69_732D_6465, 19),  // if-unmodified-since
        Ends(0x6567_6E61_722D_6669, 0x6567_6E61_722D_6669, 8),  // if-range
        Ends(0x0000_0065_676E_6172, 0x0000_0065_676E_6172, 5),  // range
        Ends(0x6974_6365_6E6E_6F63, 0x6E6F_6974_6365_6E6E, 10),  // connection
        Ends(0x696C_612D_7065_656B, 0x6576_696C_612D_7065, 10),  // keep-alive
        Ends(0x7561_2D79_786F_7270, 0x6574_6163_6974_6E65, 18),  // proxy-authenticate
        Ends(0x7561_2D79_786F_7270, 0x6F66_6E69_2D6E_6F69, 25),  // proxy-authentication-info
        Ends(0x7561_2D79_786F_7270, 0x6E6F_6974_617A_6972, 19),  // proxy-authorization
        Ends(0x6F63_2D79_786F_7270, 0x6E6F_6974_6365_6E6E, 16),  // proxy-connection
        Ends(0x0000_0000_0000_6574, 0x0000_0000_0000_6574, 2),  // te
        Ends(0x0072_656C_6961_7274, 0x0072_656C_6961_7274, 7),  // trailer
        Ends(0x7265_6673_6E61_7274, 0x676E_6964_6F63_6E65, 17),  // transfer-encoding
        Ends(0x0065_6461_7267_7075, 0x0065_6461_7267_7075, 7),  // upgrade
        Ends(0x6863_6163_2D6E_6463, 0x6C6F_7274_6E6F_632D, 17),  // cdn-cache-control
        Ends(0x0000_7470_6563_6361, 0x0000_7470_6563_6361, 6),  // accept
        Ends(0x652D_7470_6563_6361, 0x676E_6964_6F63_6E65, 15),  // accept-encoding
        Ends(0x6C2D_7470_6563_6361, 0x6567_6175_676E_616C, 15),  // accept-language
        Ends(0x632D_7470_6563_6361, 0x7465_7372_6168_632D, 14),  // accept-charset
        Ends(0x6567_612D_7265_7375, 0x746E_6567_612D_7265, 10),  // user-agent
        Ends(0x0000_6569_6B6F_6F63, 0x0000_6569_6B6F_6F63, 6),  // cookie
        Ends(0x0000_6E69_6769_726F, 0x0000_6E69_6769_726F, 6),  // origin
        Ends(0x0000_0000_7473_6F68, 0x0000_0000_7473_6F68, 4),  // host
        Ends(0x0072_6572_6566_6572, 0x0072_6572_6566_6572, 7),  // referer
        Ends(0x2D79_7261_762D_6F6E, 0x6863_7261_6573_2D79, 14),  // no-vary-search
        Ends(0x7267_2D65_6863_6163, 0x7370_756F_7267_2D65, 12),  // cache-groups
        Ends(0x7267_2D65_6863_6163, 0x6E6F_6974_6164_696C, 24),  // cache-group-invalidation
        Ends(0x7473_2D65_6863_6163, 0x7375_7461_7473_2D65, 12),  // cache-status
        Ends(0x0067_6E69_6E72_6177, 0x0067_6E69_6E72_6177, 7),  // warning
        Ends(0x0000_0000_0061_6976, 0x0000_0000_0061_6976, 3),  // via
        Ends(0x722D_7470_6563_6361, 0x7365_676E_6172_2D74, 13),  // accept-ranges
        Ends(0x6374_6566_2D63_6573, 0x6564_6F6D_2D68_6374, 14),  // sec-fetch-mode
        Ends(0x6374_6566_2D63_6573, 0x6574_6973_2D68_6374, 14),  // sec-fetch-site
        Ends(0x6374_6566_2D63_6573, 0x7473_6564_2D68_6374, 14),  // sec-fetch-dest
        Ends(0x7365_7571_6572_2D78, 0x6874_6977_2D64_6574, 16),  // x-requested-with
        Ends(0x7261_7772_6F66_2D78, 0x6F74_6F72_702D_6465, 17),  // x-forwarded-proto
        Ends(0x0000_0000_0072_7064, 0x0000_0000_0072_7064, 3),  // dpr
        Ends(0x7472_6F70_7765_6976, 0x6874_6469_772D_7472, 14),  // viewport-width
        Ends(0x0000_0068_7464_6977, 0x0000_0068_7464_6977, 5),  // width
        Ends(0x7461_642D_6576_6173, 0x6174_6164_2D65_7661, 9),  // save-data
    ]
}
