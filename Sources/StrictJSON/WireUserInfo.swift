/// The user info of this module's encoder and decoder.
enum WireUserInfo {
    private static let key = CodingUserInfoKey(rawValue: "latchkey.wire")

    /// `latchkey.wire` is true: types that hold a secret encode themselves only if this entry is present.
    static var all: [CodingUserInfoKey: Any] { key.map { [$0: true] } ?? [:] }
}
