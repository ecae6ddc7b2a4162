import Contracts
import Domain
public import Interchange
public import PIN
public import Primitives
import StrictJSON

/// A file of entries that is to be written.
public struct EntryExport: Sendable {
    /// The content of the file. Unless it is encrypted, it holds the shared keys.
    public let content: SecretBytes
    /// The number of entries in it.
    public let count: Int
    /// The number of visible entries that belong to another account, which are not in it.
    public let foreignCount: Int
    /// The entries that have no authenticator key, which are not in it: notes and the like.
    public let others: [UnexportedEntry]
}

/// An entry that no exported file has, because it is of another kind than `otp`.
public struct UnexportedEntry: Sendable, Hashable, CustomStringConvertible {
    public let id: SecretID
    public let kind: String
    public let issuer: String
    public let accountName: String

    /// For example `note “Bank: ada”`; the id stands in place of the labels of an entry without any.
    public var description: String {
        let label = [issuer, accountName].filter { !$0.isEmpty }.joined(separator: ": ")
        return "\(kind) " + (label.isEmpty ? "\(id)" : "“\(label)”")
    }
}

extension Device {
    /// True if ``exportEntries(as:password:pin:)`` needs the PIN.
    public func exportNeedsPIN() async throws(DeviceFault) -> Bool {
        let profile = try await store.profile()
        return profile.lock != nil || profile.child?.isBound == true && profile.child?.state != .childPINSetup
    }

    /// Writes all entries of kind `otp` of the person as a file. Those of other kinds are named in ``EntryExport/others``.
    ///
    /// The PIN of the account is proven at auth each time, also on an unlocked device, because the file gives away every
    /// shared key at once. Without auth nothing is exported.
    ///
    /// - Parameters:
    ///   - password: encrypts the file, in a format that can be.
    ///   - pin: needed if ``exportNeedsPIN()`` says so, else not used.
    /// - Throws: `DeviceFault.exportNeedsPIN` without the PIN, what ``unlock(_:)`` throws, and `DeviceFault.file` if any entry
    ///   does not fit into the format: a file is never written with some of the entries.
    public func exportEntries(
        as format: ExchangeFormat, password: FilePassword? = nil, pin: PINSecret? = nil
    ) async throws(DeviceFault) -> EntryExport {
        if try await exportNeedsPIN() {
            guard let pin else { throw .exportNeedsPIN }
            try await unlock(pin)
        }
        try await requireUnlocked()
        let (own, foreignCount) = try await store.read { transaction in
            guard transaction.profile.lock == nil || transaction.opensSynchronisedRows else { throw DeviceFault.locked }
            let visible = try transaction.entries().filter(\.isVisible).sortedByLabel()
            let own = visible.filter { !transaction.isForeign($0) }
            return (own, visible.count - own.count)
        }
        do {
            let bodies = try own.filter { $0.kind == "otp" }.map { entry throws(ExchangeFault) in
                try entry.otpBody(for: format)
            }
            let content = try EntryFile.write(bodies, as: format, password: password, random: random)
            return EntryExport(
                content: SecretBytes(content), count: bodies.count, foreignCount: foreignCount,
                others: own.filter { $0.kind != "otp" }.map(UnexportedEntry.init))
        } catch {
            throw .file(error)
        }
    }
}

extension LocalEntry {
    /// The parameters of the entry's codes.
    fileprivate func otpBody(for format: ExchangeFormat) throws(ExchangeFault) -> OTPBody {
        guard let body, let entry = try? WireDecoder().decode(OTPBody.self, from: .object(body)) else {
            throw .entryDoesNotFit(format, entry: "“\(issuer): \(accountName)”", why: "it holds no authenticator key")
        }
        return entry
    }
}

extension UnexportedEntry {
    fileprivate init(_ entry: LocalEntry) {
        self.init(id: entry.id, kind: entry.kind, issuer: entry.issuer, accountName: entry.accountName)
    }
}
