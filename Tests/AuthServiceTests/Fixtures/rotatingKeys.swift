import Cryptography
import Domain
import Primitives
import Support
import Synchronization

@testable import AuthService

/// A key folder in memory for a fixture's service: it holds `signing-1` and `nonce-1`, and makes every other key that
/// is asked for, except number 9.
func rotatingKeys() -> RotatingKeyFiles {
    let random = SeededRandom(seed: 31).random
    let keys = Mutex<[KeyID: RotatingKey]>([:])
    return RotatingKeyFiles(
        all: { Array(keys.withLock { Set($0.keys) }.union(KeyKind.ofAuth.compactMap { KeyID($0, 1) })) },
        read: { id in
            guard id.number != 9 else { throw KeyProblem(description: "the file of \(id) is missing") }
            return keys.withLock { keys in
                let key = keys[id] ?? (id.kind == .signing ? .signing(.generate(random)) : .secret(.generate(random)))
                keys[id] = key
                return key
            }
        })
}
