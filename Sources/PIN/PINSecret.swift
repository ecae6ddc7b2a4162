import Cryptography

/// What a person enters: the digits of a PIN, or a passphrase in its place. It is never printed or encoded, and its bytes
/// are wiped with its last copy.
///
/// The same characters are the same secret in either form. The text that the person typed is a `String`, which cannot be
/// wiped: an application should drop it as soon as it has made the secret.
public struct PINSecret: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The number of digits that a PIN may have.
    public static let digitCounts = 4...12
    /// The number of digits that a new PIN of an account may have. Only the PIN of a child's device may be shorter.
    public static let accountDigitCounts = 6...12
    /// The number of Unicode code points that a normalised passphrase may have.
    public static let passphraseLengths = 8...128

    private let storage: WipedBytes

    /// Accepts 4…12 ASCII digits.
    public init(digits: String) throws(PINSecretFault) {
        guard Self.areDigits(digits.utf8) else { throw .notDigits }
        try Self.check(digits.utf8.count, Self.digitCounts)
        self.init(digits.utf8)
    }

    /// Accepts a passphrase of 8…128 code points, and keeps the UTF-8 of its Normalization Form KC. Two keyboards may
    /// write one letter with different code points, and both must give the same key.
    public init(passphrase: String) throws(PINSecretFault) {
        // No text of more bytes has at most 128 code points after normalisation. The limit bounds the work of normalising.
        guard passphrase.utf8.count <= 4096 else { throw .tooLong(maximum: Self.passphraseLengths.upperBound) }
        let normalized = try NFKC.normalize(passphrase)
        try Self.check(normalized.unicodeScalars.count, Self.passphraseLengths)
        self.init(normalized.utf8)
    }

    private init(_ text: String.UTF8View) {
        var bytes = Array(text)
        defer { Wipe.bytes(&bytes) }
        storage = WipedBytes(bytes)
    }

    private static func areDigits(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private static func check(_ length: Int, _ bounds: ClosedRange<Int>) throws(PINSecretFault) {
        guard length >= bounds.lowerBound else { throw .tooShort(minimum: bounds.lowerBound) }
        guard length <= bounds.upperBound else { throw .tooLong(maximum: bounds.upperBound) }
    }

    /// A copy of the bytes from which the key is derived. The caller wipes it afterwards.
    var reveal: [UInt8] { storage.withBytes { [UInt8]($0) } }

    /// The number of digits; nil for a passphrase with another character.
    public var digitCount: Int? { storage.withBytes { bytes in Self.areDigits(bytes) ? bytes.count : nil } }

    /// Compares in constant time.
    public static func == (a: PINSecret, b: PINSecret) -> Bool { ConstantTime.equal(a.reveal, b.reveal) }

    public var description: String { "PINSecret(••••)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The reasons a text is not accepted as a PIN or a passphrase.
public enum PINSecretFault: Error, Hashable, Sendable {
    /// A PIN has a character that is not an ASCII digit.
    case notDigits
    /// There are fewer digits, or fewer code points, than the minimum.
    case tooShort(minimum: Int)
    /// There are more digits, or more code points, than the maximum.
    case tooLong(maximum: Int)
    /// A passphrase has this character, the first one that is refused. It is part of what the person typed: it may be
    /// shown to the person, and must not be logged.
    case refusedCharacter(Unicode.Scalar)
}
