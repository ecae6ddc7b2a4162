/// What this module's encoder and decoder tell the types they meet.
enum WireUserInfo {
    private static let key = CodingUserInfoKey(rawValue: "latchkey.wire")

    /// `latchkey.wire` = true: secrets agree to be written to the wire, and to nothing else.
    static var all: [CodingUserInfoKey: Any] { key.map { [$0: true] } ?? [:] }
}
