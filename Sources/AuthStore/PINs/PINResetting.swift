import Domain
import Primitives
import SQL

/// Ends the request for a new PIN in place of a forgotten one: the PIN takes effect, or the request is cancelled. The
/// transaction has locked the account.
struct PINResetting {
    private let account: AccountRecord, now: Instant, transaction: any Transaction

    init(of account: AccountRecord, at now: Instant, in transaction: any Transaction) {
        self.account = account
        self.now = now
        self.transaction = transaction
    }

    /// Takes the request out of its table; nil if there is none.
    func take() throws -> PendingPINRecord? {
        guard let pending = try PendingPINTable.read(account.id, in: transaction) else { return nil }
        try transaction.run(PendingPINTable.delete(of: account.id))
        return pending
    }

    /// Stores a PIN that was taken out, in place of the forgotten one, and approves a person whose group approves
    /// automatically. Returns false if the present PIN is not the one that was forgotten.
    /// - Parameter start: the moment from which the PIN confirms acts.
    func complete(_ pending: PendingPINRecord, countsFrom start: Instant) throws -> Bool {
        guard let share = try PINTable.share(of: account.id, in: transaction) else { return false }
        let new = NewPIN(
            generation: pending.generation, salt: pending.salt, derivation: pending.derivation,
            keySealed: pending.keySealed, shareSealed: share.sealed)
        try transaction.run(
            PINTable.store(
                new, replacing: pending.replaced, countsFrom: start, by: pending.device, of: account.id, at: now))
        guard transaction.changes == 1 else { return false }
        try transaction.run(PINTable.storeShare(new, of: account.id))
        try NoticeTable.append(
            .pinReset, about: try device(of: pending), until: start > now ? start : nil, of: account.id, at: now,
            in: transaction)
        guard let present = try AccountTable.read(account.id, in: transaction) else { return true }
        try AutomaticApproval(of: present, at: now, in: transaction).restore()
        return true
    }

    /// Cancels the request, and restores the approval that it has set to waiting, unless the approval was changed since.
    /// Returns false if there is no request.
    func cancel() throws -> Bool {
        guard let pending = try take() else { return false }
        try NoticeTable.append(
            .pinResetCancelled, about: try device(of: pending), of: account.id, at: now, in: transaction)
        guard let present = try AccountTable.read(account.id, in: transaction),
            present.approvalVersion == pending.approvalVersion
        else { return true }
        try transaction.run(AccountTable.setApproval(.approvedForSyncing, of: account.id, reason: nil, at: now))
        try RevocationEventTable.append(.init(approval: .approvedForSyncing), of: account.id, at: now, in: transaction)
        return true
    }

    /// Cancels the request if one of these devices has made it.
    func cancel(madeBy devices: [DeviceRecord]) throws {
        guard let pending = try PendingPINTable.read(account.id, in: transaction),
            devices.contains(where: { $0.id == pending.device })
        else { return }
        _ = try cancel()
    }

    private func device(of pending: PendingPINRecord) throws -> DeviceRecord? {
        try AccountDeviceTable.all(of: account.id, in: transaction).first { $0.id == pending.device }
    }
}
