public import Cryptography
public import Primitives
import SQLite

extension LocalStore {
    /// Opens the store in a SQLite file, made if it is not there.
    ///
    /// - Throws: a sentence for the person when another process has the file, or it is damaged.
    public static func open(path: String, platformKey: Key256, random: RandomSource) async throws -> LocalStore {
        try await LocalStore(on: SQLiteDatabase.open(path: path, readers: 1), platformKey: platformKey, random: random)
    }
}
