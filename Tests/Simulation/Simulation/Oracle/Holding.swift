import Primitives
import StrictJSON

/// A place that holds secrets.
enum Place: Hashable, Comparable, Sendable {
    case vault(AccountID)
    case device(Int)

    static func < (a: Place, b: Place) -> Bool {
        switch (a, b) {
        case (.vault(let a), .vault(let b)): a < b
        case (.device(let a), .device(let b)): a < b
        case (.vault, .device): true
        case (.device, .vault): false
        }
    }
}

/// One entry as a place holds it.
struct Held: Hashable, Sendable {
    let id: SecretID
    /// The texts of the body's members, by member.
    let body: [String: String]?
    /// The texts of the server's version on a device.
    var base: [String: String]?
    var isLive = true
    var rejected: String?

    /// The members whose texts are tracked.
    static let members = ["issuer", "accountName", "secret"]

    static func texts(_ body: JSONObject?) -> [String: String]? {
        guard let body else { return nil }
        var texts: [String: String] = [:]
        for member in members { if let text = body[member]?.string { texts[member] = text } }
        return texts
    }
}
