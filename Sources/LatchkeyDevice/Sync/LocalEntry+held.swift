import Primitives

extension LocalEntry {
    /// True for an entry whose account is another than the one signed in, or is gone: nothing of it is sent, and only the
    /// person's choice removes it (DEVICE.md, "held until the person chooses").
    func isHeld(from profile: Profile, _ sealing: Sealing) -> Bool {
        guard let account = profile.accountId else { return base != nil }
        return owner.map { $0 != sealing.tag(account.bytes) } ?? false
    }
}
