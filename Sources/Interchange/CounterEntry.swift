public import Contracts
import Cryptography
import OTP
import Primitives
public import StrictJSON

/// A counter-based authenticator entry (RFC 4226).
public struct CounterEntry: Sendable {
    /// The counter of the next code, 0 to 2^63 - 2.
    public let counter: Int64
    /// The length of a code, 6…8.
    public let digits: Int
    private let secret: SecretBytes
    private let algorithm: OTPAlgorithm

    /// Nil for a time-based entry, for an invalid key or digit count, and for a counter that is missing or has none
    /// after it.
    public init?(_ body: OTPBody) { self.init(body, counters: 0...Int64.max - 1) }

    private init?(_ body: OTPBody, counters: ClosedRange<Int64>) {
        guard body.type == .hotp, let secret = Base32.decode(body.secret), !secret.isEmpty,
            OTPBody.codeDigits.contains(body.digits), let counter = body.counter?.value, counters.contains(counter)
        else { return nil }
        self.counter = counter
        digits = body.digits
        self.secret = SecretBytes(secret)
        algorithm = body.algorithm
    }

    /// Like `init(_:)`, from the JSON of an item's body; nil also for anything that is not an `OTPBody`.
    public init?(body: JSONObject) { self.init(body: body, counters: 0...Int64.max - 1) }

    private init?(body: JSONObject, counters: ClosedRange<Int64>) {
        guard let body = try? WireDecoder().decode(OTPBody.self, from: .object(body)) else { return nil }
        self.init(body, counters: counters)
    }

    /// The code of a counter.
    public func code(of counter: Int64) -> String? {
        HOTP.code(
            secret: secret.reveal, counter: UInt64(max(0, counter)), digits: digits,
            function: algorithm.hashFunction)
    }

    /// Bytes that two entries share exactly if both compute the same code from the same counter.
    public var generator: [UInt8] {
        LengthPrefixed.encode([secret.reveal, Array(algorithm.rawValue.utf8), [UInt8(digits)]])
    }

    /// The body with the counter after this entry's.
    public func advanced(_ body: JSONObject) -> JSONObject { Self.body(body, counter: counter + 1) }

    /// A former body that is to be restored: with the counter of the present one if both have the same key and the present
    /// counter is larger. Otherwise codes that were used would be shown again.
    public static func restored(_ former: JSONObject, over present: JSONObject) -> JSONObject {
        // The largest counter gives no code any more, and is still the one to keep.
        guard let version = CounterEntry(body: former, counters: 0...Int64.max),
            let entry = CounterEntry(body: present, counters: 0...Int64.max),
            entry.generator == version.generator, entry.counter > version.counter
        else { return former }
        return body(former, counter: entry.counter)
    }

    private static func body(_ body: JSONObject, counter: Int64) -> JSONObject {
        var body = body
        body["counter"] = .string(String(counter))
        return body
    }
}
