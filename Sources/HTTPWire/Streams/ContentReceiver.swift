public import HTTPCacheSemantics

/// Takes the content of one message on the loop's thread, as it comes.
public protocol ContentReceiver: AnyObject {
    /// Some bytes, transfer coding removed; they are good during the call only.
    func received(_ bytes: Span<UInt8>)
    /// The content is whole. Nothing more is called.
    func ended(trailers: FieldSection)
    /// The content will not be whole. Nothing more is called.
    func failed(_ error: ConnectionError)
}
