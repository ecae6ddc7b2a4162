import AuthStore
import Contracts
import Domain
import JSONRPC

extension Auth {
    /// Reads the files of the keys now, and returns what is wrong with that of each key in use, one line each. The next start
    /// would fail.
    public func keyFileProblems() async throws -> [String] {
        guard let keyRotation else { return [] }
        return try await store.rotatingKeys().filter { $0.state == .active || $0.state == .verifyOnly }
            .compactMap(keyRotation.fileProblem)
    }

    /// The fingerprint of a key as its file is now; nil if this process reads no key files.
    ///
    /// - Throws: the fault `keyRefused` with one line for the administrator.
    func fingerprintOnFile(_ key: KeyID) throws -> [UInt8]? {
        do {
            return try keyRotation?.fingerprint(of: key)
        } catch {
            throw Fault(.keyRefused, reason: "\(error)")
        }
    }

    /// Refuses a change of a key's state while the file of a key is missing or holds another key than the published one.
    ///
    /// The processes that have read the right file go on with the key in their memory, and the next start would fail.
    /// - Throws: the fault `keyRefused` with one line for the administrator.
    func checkFile(of record: KeyRecord) throws {
        if let problem = keyRotation?.fileProblem(of: record) { throw Fault(.keyRefused, reason: problem) }
    }
}
