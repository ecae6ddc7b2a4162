import Primitives
import StrictJSON

/// A store of entries: the vault of an account, or a device.
enum Replica: Hashable, Comparable, Sendable {
    case vault(AccountID)
    case device(Int)

    static func < (a: Replica, b: Replica) -> Bool {
        switch (a, b) {
        case (.vault(let a), .vault(let b)): a < b
        case (.device(let a), .device(let b)): a < b
        case (.vault, .device): true
        case (.device, .vault): false
        }
    }
}

/// One entry as a replica has it.
struct StoredEntry: Hashable, Sendable {
    let id: SecretID
    /// The texts of the body's members, by member.
    let body: [String: String]?
    /// The texts of the server's version on a device.
    var base: [String: String]?
    var isLive = true
    var rejected: String?

    /// The texts of both versions.
    var texts: [String] { [body, base].flatMap { ($0 ?? [:]).values } }

    /// The members whose texts are tracked.
    static let members = ["issuer", "accountName", "secret"]

    static func texts(_ body: JSONObject?) -> [String: String]? {
        guard let body else { return nil }
        var texts: [String: String] = [:]
        for member in members { if let text = body[member]?.string { texts[member] = text } }
        return texts
    }
}
