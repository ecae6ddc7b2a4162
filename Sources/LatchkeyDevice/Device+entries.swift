public import Contracts
import Interchange
import Primitives
import StrictJSON

extension Device {
    /// Adds an entry from an otpauth URI; on the device at once, on the server at the next sync (situation 5).
    public func add(uri: String) async throws(DeviceFault) -> LocalEntry {
        let body: OTPBody
        do {
            body = try OTPAuthURI.parse(uri)
        } catch {
            throw .notAnEntry("\(error)")
        }
        return try await add(body)
    }

    /// Adds an entry.
    public func add(_ body: OTPBody) async throws(DeviceFault) -> LocalEntry {
        let profile = try await current()
        let entry = LocalEntry(
            id: random.id(), kind: "otp", base: nil, body: try body.object(), sent: nil, parked: nil, made: clock.now,
            owner: profile.accountId.map { store.sealing.tag($0.bytes) })
        try await store.put(entry)
        return entry
    }

    /// What the person sees: no entry whose deletion is only waiting to be told.
    public func list() async throws(DeviceFault) -> [LocalEntry] {
        try await store.entries().filter { $0.body != nil }
    }

    /// The one entry of that id, issuer or account name.
    public func find(_ what: String) async throws(DeviceFault) -> LocalEntry {
        let fitting = try await list().filter { $0.fits(what) }
        guard let entry = fitting.first, fitting.count == 1 else { throw .noSuchEntry(what) }
        return entry
    }

    /// Changes label fields of an entry; the secret itself is never edited.
    public func edit(_ entry: LocalEntry, issuer: String?, accountName: String?) async throws(DeviceFault) -> LocalEntry
    {
        try await change(entry.id) { entry in
            if let issuer { entry.body?["issuer"] = .string(issuer) }
            if let accountName { entry.body?["accountName"] = .string(accountName) }
            entry.parked = nil
        }
    }

    /// Deletes an entry: hidden at once, removed when the server confirms; at once where the server never had it.
    public func delete(_ entry: LocalEntry) async throws(DeviceFault) {
        _ = try await change(entry.id) { entry in
            entry.body = nil
            entry.parked = nil
        }
    }

    private func change(
        _ id: SecretID, _ change: @Sendable @escaping (inout LocalEntry) -> Void
    ) async throws(DeviceFault) -> LocalEntry {
        try await store.change { transaction, sealing, _ in
            guard var entry = try LocalEntry.find(id, transaction, sealing) else {
                throw DeviceFault.noSuchEntry("\(id)")
            }
            change(&entry)
            if entry.body == nil, entry.base == nil, entry.sent == nil {
                try entry.remove(from: transaction)
            } else {
                try entry.store(in: transaction, sealing)
            }
            return entry
        }
    }
}

extension OTPBody {
    /// The body as an item carries it.
    func object() throws(DeviceFault) -> JSONObject {
        guard case .object(let object)? = try? WireEncoder().encode(self) else {
            throw .notAnEntry("The entry cannot be written as JSON.")
        }
        return object
    }
}

extension LocalEntry {
    /// True where the id, issuer or account name is this.
    func fits(_ what: String) -> Bool { [id.description, text("issuer"), text("accountName")].contains(what) }

    /// A text member of the content; "" where there is none.
    public func text(_ member: String) -> String {
        if case .string(let text)? = body?[member] { text } else { "" }
    }
}
