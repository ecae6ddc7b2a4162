import Contracts
import Cryptography
import Domain
import Primitives
import VaultService
import VaultStore

/// The files of the vault's wrapping keys, which every host of the vault has. No restore changes them.
///
/// The file of a retired key stays, because an older copy of the database needs it.
final class WrappingKeyFolder: @unchecked Sendable {  // all of a simulation runs on one thread
    /// The keys in the order of their numbers.
    private(set) var keys: [KeyRing.Key] = []

    init(_ random: RandomSource) { add(random) }

    /// Makes a key file with the next number; nil if no number is left.
    @discardableResult
    func add(_ random: RandomSource) -> KeyID? {
        guard let id = KeyID(.kek, keys.count + 1) else { return nil }
        keys.append(KeyRing.Key(id.rawValue, .generate(random)))
        return id
    }

    /// The key with an id; nil if no file has this id.
    subscript(_ id: String) -> Key256? { keys.first { $0.id == id }?.key }
}

extension WrappingKeyFiles {
    /// Reads the key files of a host.
    ///
    /// - Parameters:
    ///   - index: the index key, whose file is always right.
    ///   - substitute: the key that the administrator has put into every file of a wrapping key; nil if these are right.
    init(_ folder: WrappingKeyFolder, index: Key256, substitute: @escaping @Sendable () -> Key256?) {
        self.init { id in
            if id == "index" { return index }
            guard let key = folder[id] else { throw MissingKeyFile(id: id) }
            return substitute() ?? key
        }
    }
}

private struct MissingKeyFile: Error, CustomStringConvertible {
    let id: String
    var description: String { "the key file vault.\(id).key is missing" }
}
