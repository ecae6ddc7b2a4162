public import Contracts
import Domain
import Interchange
import Primitives
import StrictJSON

extension Device {
    /// Adds an entry from an otpauth address. It works here at once and is sent at the next sync.
    public func add(uri: String) async throws(DeviceFault) -> LocalEntry {
        let body: OTPBody
        do {
            body = try OTPAuthURI.parse(uri)
        } catch {
            throw .notAnEntry(reason: "\(error)")
        }
        return try await add(body)
    }

    /// Adds an entry. It works here at once and is sent at the next sync.
    ///
    /// - Throws: `entryInvalid` for a member that the vault would refuse.
    public func add(_ body: OTPBody) async throws(DeviceFault) -> LocalEntry {
        do throws(OTPBodyFault) {
            try body.check()
        } catch {
            throw .entryInvalid(error)
        }
        let id: SecretID = random.id()
        let object = try body.object()
        return try await store.write { [clock] transaction in
            if transaction.profile.standing?.canAdd == false { throw DeviceFault.resettingPIN }
            let entry = LocalEntry(
                id: id, kind: "otp", base: nil, body: object, createdAt: clock.now, owner: transaction.ownerOfNewEntries
            )
            try transaction.put(entry)
            return entry
        }
    }

    /// Returns the visible entries, oldest first. An entry whose deletion the server has not yet confirmed is not
    /// visible, nor is one in the local trash.
    public func entries() async throws(DeviceFault) -> [LocalEntry] {
        try await requireUnlocked()
        return try await store.entries().filter(\.isVisible)
    }

    /// Returns the only visible entry with this id, issuer or account name. An entry of another account has it only if
    /// no other has.
    public func entry(named name: String) async throws(DeviceFault) -> LocalEntry {
        let rows = try await entryList().rows.filter { $0.entry.isNamed(name) }
        let own = rows.filter { !$0.isForeign }
        let matches = own.isEmpty ? rows : own
        guard matches.count == 1, let match = matches.first else { throw .noSuchEntry(name) }
        return match.entry
    }

    /// Changes the labels of an entry; nil leaves a label as it is. The shared key is never edited. An entry that
    /// the server had rejected is sent again at the next sync, and one that was deleted on another device is restored.
    ///
    /// - Throws: `entryInvalid` for a label that the vault would refuse, `noSuchEntry` if the entry is no longer visible,
    ///   `entryForeign` if it belongs to another account, and `locked` while the device is locked.
    public func edit(_ entry: LocalEntry, issuer: String?, accountName: String?) async throws(DeviceFault) -> LocalEntry
    {
        do throws(OTPBodyFault) {
            if let issuer { try OTPBody.check(label: issuer, as: .issuer) }
            if let accountName { try OTPBody.check(label: accountName, as: .accountName) }
        } catch {
            throw .entryInvalid(error)
        }
        return try await change(entry.id) { entry in
            if let issuer { entry.body?["issuer"] = .string(issuer) }
            if let accountName { entry.body?["accountName"] = .string(accountName) }
            entry.blocked = nil
        }
    }

    /// Deletes an entry: it is hidden at once, and its row is removed when the server has confirmed the deletion. An
    /// entry of which the server has no version is removed at once, unless an operation on it is in flight. One that
    /// was kept through a logout is removed at once too: it counts as local, and nothing is sent.
    ///
    /// - Throws: as ``edit(_:issuer:accountName:)``.
    public func delete(_ entry: LocalEntry) async throws(DeviceFault) {
        _ = try await change(entry.id) { entry in
            entry.body = nil
            entry.blocked = nil
        }
    }

    /// Changes a visible entry that is not foreign.
    private func change(
        _ id: SecretID, _ change: @Sendable @escaping (inout LocalEntry) -> Void
    ) async throws(DeviceFault) -> LocalEntry {
        try await changing(id) { entry in
            change(&entry)
            return entry
        }
    }

    /// Changes a visible entry that is not foreign, and returns what the change returns.
    func changing<Value: Sendable>(
        _ id: SecretID, _ change: @Sendable @escaping (inout LocalEntry) throws -> Value
    ) async throws(DeviceFault) -> Value {
        try await requireUnlocked()
        return try await store.write { transaction in
            guard var entry = try transaction.entry(id), entry.isVisible else {
                throw DeviceFault.noSuchEntry("\(id)")
            }
            guard !transaction.isForeign(entry) else { throw DeviceFault.entryForeign("\(id)") }
            let value = try change(&entry)
            let isLocal = entry.base == nil && entry.inFlight == nil || entry.base?.state == .kept
            if entry.body == nil, isLocal || entry.base?.state == .deleted && entry.inFlight == nil {
                try transaction.remove(entry)
            } else {
                try transaction.put(entry)
            }
            return value
        }
    }
}

extension OTPBody {
    /// The body as the JSON object that an item carries.
    func object() throws(DeviceFault) -> JSONObject {
        guard case .object(let object)? = try? WireEncoder().encode(self) else {
            throw .notAnEntry(reason: "The entry cannot be written as JSON.")
        }
        return object
    }
}
