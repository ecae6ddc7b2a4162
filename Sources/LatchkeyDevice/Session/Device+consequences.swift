import Domain
import JSONRPC
import Primitives

extension Device {
    /// Applies to profile and entries what `SecretFate` says of a failed call. If the profile no longer has the session
    /// for which the call was made, nothing is applied: the late refusal of an old session says nothing of a new one.
    ///
    /// If this device has asked to log out or to delete the account and the answer was lost, a later refusal that says
    /// that the session was revoked counts as the effect of that request, and so does one that says that the account was
    /// deleted if that was the request, or if the person still waits: their choice is followed.
    ///
    /// A child's device asks auth why its access has ended, and deletes nothing before it knows.
    func applyConsequences(of failure: CallFailure, to session: SessionIdentity) async throws(DeviceFault) {
        let refusal = SyncRefusal(failure)
        let isAccountDeleted = failure.saysAccountIsDeleted
        let wasChild = try await store.profile().child?.isBound == true
        try await writeIfCurrent(session) { [awaited = store.awaitedRequests] transaction in
            switch (transaction.profile.departure, isAccountDeleted, refusal) {
            case (let departure?, true, _) where awaited.expectsDeletedAccount(departure),
                (let departure?, false, .sessionRevoked):
                let event = SecretFateEvent.ownRequestTookEffect(departure.choice)
                try transaction.apply(event, reason: Self.departureNotice(event, departure.choice))
            case (_, true, _):
                try transaction.apply(
                    .accountDeletedElsewhere,
                    reason: "The account was deleted from another device, or by the administrator.")
            case (_, false, .deviceRevoked) where transaction.profile.child != nil,
                (_, false, .sessionRevoked) where transaction.profile.child != nil:
                // Only auth says whether the binding that this device has was revoked. The end of a session is no such end.
                try transaction.apply(.refused(.loginRequired), reason: "")
            case (_, false, _):
                try transaction.apply(.refused(refusal), reason: Self.explanation(refusal))
            }
        }
        if wasChild, refusal == .deviceRevoked { _ = try? await childAccess() }
    }

    /// Applies the fate of an event to profile and entries in one transaction, if the profile still has the session.
    ///
    /// - Parameter reason: the beginning of the notice, which then counts what was removed and what was kept. A notice
    ///   is stored only if the fate deletes the profile.
    func apply(_ event: SecretFateEvent, reason: String, to session: SessionIdentity) async throws(DeviceFault) {
        try await writeIfCurrent(session) { try $0.apply(event, reason: reason) }
    }

    /// Changes profile and entries in one transaction. Does nothing if the profile has another session, or none.
    private func writeIfCurrent(
        _ session: SessionIdentity, _ change: @Sendable @escaping (inout StoreTransaction) throws -> Void
    ) async throws(DeviceFault) {
        do {
            try await store.write(of: session, change)
        } catch {
            guard case .sessionChanged = error else { throw error }
        }
    }

    /// The first sentences of the notice after the person chose to log out or to delete the account.
    static func departureNotice(_ event: SecretFateEvent, _ choice: SecretChoice) -> String {
        let sentence =
            switch event {
            case .accountDeletedHere: "The account is deleted, here and on the server."
            case .loggedOutEverywhere: "You have logged out on every device."
            case .loggedOutHere: "You have logged out."
            case .ownRequestTookEffect, .refused, .accountDeletedElsewhere:
                "You have logged out or deleted the account, as requested earlier."
            }
        return sentence
            + (choice == .keep ? " Your entries stay on this device." : " What the server held is gone from here.")
    }

    static func explanation(_ refusal: SyncRefusal) -> String {
        switch refusal {
        case .sessionRevoked: "This session was ended from another device."
        case .deviceRevoked: "This device's access was ended."
        case .refreshReused: "This session was ended because an old token of it was used again."
        case .pinReset: "This session was ended because the PIN was reset."
        case .loggedInElsewhere, .movedFacilityGroup, .loginRequired, .sessionExpired, .blocked, .locked,
            .waitingForApproval, .disapprovedForSyncing, .secondFactorRequired, .pinRequired, .otherFault, .foreign401,
            .networkError, .serverError, .unavailable, .tokenExpired:
            "The service refused this session."
        }
    }
}

extension Profile {
    /// Stores the approval status that a refusal reveals. The first disapproval after an approval makes the login
    /// status Unauthorized instead (row 15 of the user states document).
    fileprivate mutating func updateApproval(_ event: SecretFateEvent) {
        if event == .refused(.waitingForApproval) { approval = .waitingForApproval }
        guard event == .refused(.disapprovedForSyncing) else { return }
        if approval == .approvedForSyncing {
            login = .unauthorized
        } else {
            approval = .disapprovedForSyncing
        }
    }
}

extension StoreTransaction {
    /// Applies the fate of an event to profile and entries.
    mutating func apply(_ event: SecretFateEvent, reason: String) throws {
        let fate = SecretFate.of(event)
        let counts = try apply(fate), closed = try unopenedRows()
        switch fate.profile {
        case .deleted:
            let (phone, pendingDelete) = (profile.phone, profile.pendingDelete)
            let lastAccount = event.deletesAccount ? nil : profile.accountId ?? profile.lastAccountId
            let pinAccount = event.deletesAccount ? nil : profile.lock?.account ?? profile.pinAccountId
            profile.leave(by: event)
            let (parentSession, child) = (profile.parentSession, profile.child)
            profile = Profile()
            (profile.parentSession, profile.child) = (parentSession, child)
            profile.pinAccountId = pinAccount
            (profile.phone, profile.pendingDelete, profile.lastAccountId) = (phone, pendingDelete, lastAccount)
            profile.notice = "\(reason) Removed from this device: \(counts.removed). Kept on it: \(counts.kept)."
            if closed > 0 { profile.notice? += Self.explanation(closed, isDeleted: event.deletesAccount) }
        case .keptSyncOff:
            profile.login = .unauthorized
            profile.leave(by: event)
        case .keptLoginAgain: profile.leave(by: event)
        case .keptRefresh, .kept: break
        }
        profile.updateApproval(event)
    }

    /// What the notice adds about entries that are kept and cannot be decrypted now, because their key is not here.
    private static func explanation(_ closed: Int, isDeleted: Bool) -> String {
        isDeleted
            ? " Of these, \(closed) cannot be opened any more: the service had a part of their key, which is deleted too."
            : " Of these, \(closed) open when this account is signed in here again and its PIN is entered."
    }

    /// Applies a fate to the entries of the account that is signed in; entries of another account are kept, and not
    /// counted. While the session is unproven its account is unknown, so the entries of every account are kept. Returns how
    /// many visible entries were removed and kept; a fate that keeps everything counts nothing.
    ///
    /// Rows that cannot be opened now are not read: they are removed or kept as they are.
    ///
    /// What the local trash offers stays in it: the server has no copy any more. So do the deletions of a pull that has
    /// not ended, because only its end compares their number with ``DeletionLimit``.
    private func apply(_ fate: SecretFate) throws -> (removed: Int, kept: Int) {
        guard fate.synchronised != .kept else { return (0, 0) }
        var removed = 0, kept = 0
        if let accountTag { try holdUnfinishedDeletions(of: accountTag) }
        let mayHaveLostVersions = profile.completePull?.mayShowLostVersions ?? false
        for entry in try entries() where !isForeign(entry) && (accountTag != nil || entry.owner == nil) {
            guard entry.body != nil else {
                try apply(fate.unsentDeletion, to: entry)
                continue
            }
            // No pull has shown yet that the server still has an entry that has returned with its account, or any entry
            // after the server said that it may have lost some. Nor is it known which version the server has while the
            // outcome of an operation is unknown.
            let isOnServer =
                entry.isSynchronised && entry.base?.state != .returned && !entry.hasUnsentEdits
                && entry.inFlight == nil && !mayHaveLostVersions
            switch (fate.synchronised, isOnServer) {
            case (.kept, _): break
            case (.heldUntilChosen, _):
                kept += entry.isVisible ? 1 : 0
                try put(entry.keptAfterDeletionOfAccount())
            case (.becomeLocal, _) where entry.trash != nil, (.deleted, _) where entry.trash != nil:
                try put(entry.keptThroughLogout(of: accountTag, digest: digest))
            case (.deleted, true):
                removed += 1
                try remove(entry)
            case (.becomeLocal, _), (.deleted, false):
                kept += 1
                try put(entry.keptThroughLogout(of: accountTag, digest: digest))
            }
        }
        let unopened = try settleUnopenedRows(removes: fate.synchronised == .deleted && !mayHaveLostVersions)
        return (removed + unopened.removed, kept + unopened.kept)
    }

    private func apply(_ fate: UnsentDeletionFate, to entry: LocalEntry) throws {
        switch fate {
        case .kept: break
        case .keptWithoutContent: try put(entry.keptThroughLogout(of: accountTag, digest: digest))
        case .dropped: try remove(entry)
        }
    }
}

extension SecretFateEvent {
    /// True if the account is known to be gone.
    fileprivate var deletesAccount: Bool {
        switch self {
        case .accountDeletedHere, .accountDeletedElsewhere: true
        case .refused, .loggedOutHere, .loggedOutEverywhere, .ownRequestTookEffect: false
        }
    }
}
