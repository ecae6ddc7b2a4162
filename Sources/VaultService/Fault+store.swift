import Contracts
import JSONRPC
import Logging
import Primitives
import SQL
import StrictJSON
import VaultStore

extension Vault {
    /// Runs a part of a call and turns the store's errors into faults of the contract. Other errors pass unchanged.
    func mappingStoreFaults<T>(_ body: () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch let fault as VaultStoreFault {
            throw self.fault(for: fault)
        } catch {
            guard let fault = StoreFault(error) else { throw error }
            throw Fault(fault)
        }
    }

    /// The fault that answers an error of the store. A missing or damaged key is logged as critical: only the
    /// administrator can restore it.
    private func fault(for fault: VaultStoreFault) -> Fault {
        switch fault {
        case .purged: return Fault(.accountDeleted)
        case .tooManyOperations(let remaining):
            var fault = Fault.limit("operationsPerHour")
            fault.retryAfterMs = remaining.ms
            return fault
        case .tooManyBackendOperations(let remaining):
            var fault = Fault.limit("backendOperationsPerHour")
            fault.retryAfterMs = remaining.ms
            return fault
        case .changed: return Fault(.unavailable, retryAfterMs: 1000)
        case .resyncRequired(let reason): return Fault(.resyncRequired, detail: reason.detail)
        case .keyMissing(let id):
            log.critical("a wrapping key file is missing: restore it", metadata: ["key": "\(id)"])
            return Fault(.unavailable, retryAfterMs: 10_000)
        case .keyUnreadable(let account):
            log.critical(
                "an account's data key cannot be decrypted with the right wrapping key: restore its row from a backup",
                metadata: ["account": "\(account)"])
            return Fault(.unavailable, retryAfterMs: 10_000)
        }
    }
}

extension Fault {
    /// The fault that answers an error of the database.
    init(_ fault: StoreFault) {
        switch fault {
        case .unavailable: self.init(.unavailable, retryAfterMs: 1000)
        case .full: self.init(.storageFull, retryAfterMs: 10_000)
        }
    }

    /// The fault for a limit that is reached. `name` is the limit's member in the answer of `vault.info`.
    static func limit(_ name: String) -> Fault { Fault(.limitReached, detail: ["limit": .string(name)]) }
}

extension ResyncReason {
    /// The members of `error.data` of a `resyncRequired` fault.
    fileprivate var detail: JSONObject {
        switch self {
        case .epochChanged(let epoch, let end):
            var object: JSONObject = ["reason": "epochChanged"]
            object["parent"] = epoch.map { .string($0.description) }
            object["epochBase"] = end.map { .string(String($0)) }
            return object
        case .cursorExpired: return ["reason": "cursorExpired"]
        case .badCursor: return ["reason": "badCursor"]
        }
    }
}
