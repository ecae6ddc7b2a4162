import Vocabulary

extension LocalEntry {
    /// True for an entry whose account is another than the one signed in, or is gone: nothing of it is sent, and only the
    /// person's choice removes it (DEVICE.md, "held until the person chooses").
    func isHeld(from profile: Profile, _ sealing: Sealing) -> Bool {
        guard let account = profile.accountId else { return base != nil }
        return owner.map { $0 != sealing.tag(account.bytes) } ?? false
    }
}

extension Device {
    /// The ids of the entries that are held.
    func held() async throws(DeviceFault) -> Set<SecretID> {
        let profile = try await current()
        return Set(try await store.entries().filter { $0.isHeld(from: profile, store.sealing) }.map(\.id))
    }
}
