import Contracts
import Cryptography
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Synchronization
import VaultService

/// A key folder in memory with the files of wrapping keys.
final class KeyFileDouble: Sendable {
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    private let keys: Mutex<[String: Key256]>

    init(_ keys: [String: Key256]) { self.keys = Mutex(keys) }

    var files: WrappingKeyFiles {
        WrappingKeyFiles { [self] id in
            guard let key = keys.withLock({ $0[id] }) else {
                throw Missing(description: "the key file vault.\(id).key is missing")
            }
            return key
        }
    }

    /// The key in a file; nil if there is none.
    subscript(id: String) -> Key256? {
        get { keys.withLock { $0[id] } }
        set { keys.withLock { $0[id] = newValue } }
    }

    /// Makes the file of a key.
    func make(_ id: String, seed: UInt64 = 77) {
        let key = Key256.generate(SeededRandom(seed: seed &+ UInt64(id.utf8.last ?? 0)).random)
        keys.withLock { $0[id] = key }
    }
}

extension VaultFixture {
    /// The reason for which the fault `keyRefused` answers a call; nil for every other outcome.
    func keyRefusal<M: Method>(_ method: M.Type, _ params: M.Params) async -> String? {
        do {
            _ = try await callAsAdministrator(method, params)
            return nil
        } catch {
            guard let fault = (error as? CallFailure)?.fault, fault.isKind(.keyRefused),
                case .string(let reason)? = fault.data["reason"]
            else { return nil }
            return reason
        }
    }

    /// The states of the wrapping keys, as `kek-1 active`.
    func keyStates() async throws -> [String] {
        try await callAsAdministrator(KeyList.self, Nothing()).keys.map { "\($0.key) \($0.state.rawValue)" }
    }
}

/// A wrapping key by its number.
func kek(_ number: Int) throws -> KeyID {
    guard let key = KeyID(.kek, number) else { throw KeyFileDouble.Missing(description: "\(number) is no number") }
    return key
}
