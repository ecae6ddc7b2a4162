/// A JSON number as it was written.
///
/// Two numbers are equal when their tokens are: `1`, `1.0` and `1e0` are three different numbers, and integers of any
/// length are exact. A request id must be returned as exactly the token that was received.
public struct JSONNumber: Sendable, Hashable {
    /// The number as written: ASCII, in the grammar of RFC 8259 section 6.
    public let token: String

    /// Makes a number of a token, or nil if it is not in JSON's grammar (`01`, `+1`, `.5`, `NaN`).
    public init?(token: String) {
        var token = token
        let isNumber = token.withUTF8 { bytes in
            var scanner = Scanner(bytes, limits: JSONLimits(numberBytes: bytes.count))
            return scanner.parsesAsSingleNumber()
        }
        guard isNumber else { return nil }
        self.token = token
    }

    /// An integer in its shortest decimal form.
    public init(_ value: some FixedWidthInteger) { token = String(value) }

    /// A Double in the shortest form that is read as an equal one, or nil for infinities and NaN.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        token = value.description
    }

    init(checked token: String) { self.token = token }

    /// The value as a 64-bit integer, or nil when the token has a fraction or an exponent or does not fit.
    public var int64: Int64? { integer() }

    /// The nearest Double, or nil when it is too large for one.
    public var double: Double? {
        guard let value = Double(token), value.isFinite else { return nil }
        return value
    }

    /// The value as an integer of the wanted width, or nil when the token has a fraction or an exponent or does not
    /// fit.
    public func integer<T: FixedWidthInteger>(as type: T.Type = T.self) -> T? { T(token) }
}

extension JSONNumber: CustomStringConvertible {
    public var description: String { token }
}
