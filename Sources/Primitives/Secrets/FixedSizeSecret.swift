/// A secret of a fixed number of bytes. On the wire it is base64url text without padding.
public protocol FixedSizeSecret: Redacted where Content == String {
    /// The number of bytes.
    static var count: Int { get }

    /// - Parameter checked: base64url text of ``count`` bytes.
    init(checked: String)
}

extension FixedSizeSecret {
    /// Returns nil for another number of bytes.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.count else { return nil }
        self.init(checked: Base64URL.encode(bytes))
    }

    /// Returns nil unless the text is base64url of ``count`` bytes.
    public init?(wire content: String) {
        guard Base64URL.decode(content)?.count == Self.count else { return nil }
        self.init(checked: content)
    }

    public var bytes: [UInt8] { Base64URL.decode(reveal) ?? [] }
}
