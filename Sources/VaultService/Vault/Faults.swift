import Contracts
import JSONRPC
import Logging
import Primitives
import StrictJSON
import VaultStore

extension Vault {
    /// What the wire says of what the store says. A missing key is `unavailable`, and an alarm: nothing is lost, but
    /// only the operator can help.
    func said(_ fault: VaultStoreFault) throws -> Fault {
        switch fault {
        case .purged: return Fault(.accountDeleted)
        case .resyncRequired(let reason): return Fault(.resyncRequired, detail: reason.detail)
        case .keyMissing(let id):
            log.critical("a key-encryption key is missing", metadata: ["key": "\(id)"])
            return Fault(.unavailable, retryAfterMs: 10_000)
        case .keyUnreadable:
            log.critical("an account's data key cannot be unwrapped")
            return Fault(.unavailable, retryAfterMs: 10_000)
        case .wrongKey, .damagedRow: throw fault
        }
    }
}

extension Fault {
    /// A database that could not do it.
    init(_ fault: EngineFault) {
        switch fault {
        case .unavailable: self.init(.unavailable, retryAfterMs: 1000)
        case .full: self.init(.storageFull, retryAfterMs: 10_000)
        }
    }

    /// A limit that is reached; its name is one of `vault.info`'s.
    static func limit(_ name: String) -> Fault { Fault(.limitReached, detail: ["limit": .string(name)]) }
}

extension ResyncReason {
    /// The members of `error.data`: `reason`, and for `epochChanged` the `parent` epoch and its last shared number.
    fileprivate var detail: JSONObject {
        switch self {
        case .epochChanged(let parent, let base):
            var object: JSONObject = ["reason": "epochChanged"]
            object["parent"] = parent.map { .string($0.description) }
            object["epochBase"] = base.map { .string(String($0)) }
            return object
        case .cursorExpired: return ["reason": "cursorExpired"]
        case .cursorAhead: return ["reason": "cursorAhead"]
        case .badCursor: return ["reason": "badCursor"]
        }
    }
}
