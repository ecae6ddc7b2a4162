import Domain
import JSONRPC
import Primitives

extension Device {
    /// Applies to profile and entries what `SecretFate` says of a failed call.
    ///
    /// If this device has asked to log out or to delete the account and the answer was lost, a later refusal that says
    /// that the session was revoked or the account deleted counts as the effect of that request: the person's choice is
    /// followed.
    func applyConsequences(of failure: CallFailure) async throws(DeviceFault) {
        let refusal = SyncRefusal(failure)
        let isAccountDeleted = failure.fault?.name == "accountDeleted" && failure.fault?.status == 401
        let departureChoice = try await store.profile().departureChoice
        switch (departureChoice, isAccountDeleted, refusal) {
        case (let choice?, true, _), (let choice?, _, .sessionRevoked):
            let event = SecretFateEvent.ownRequestRepeated(choice)
            try await apply(event, reason: Self.departureNotice(event, choice))
        case (nil, true, _):
            try await apply(.accountDeletedElsewhere, reason: "The account was deleted from another device.")
        case (_, false, _):
            try await apply(.refused(refusal), reason: Self.explanation(refusal))
        }
    }

    /// Applies the fate of an event to profile and entries in one transaction.
    ///
    /// - Parameter reason: the beginning of the notice, which then counts what was removed and what was kept. A notice
    ///   is stored only if the fate deletes the profile.
    func apply(_ event: SecretFateEvent, reason: String) async throws(DeviceFault) {
        let fate = SecretFate.of(event)
        try await store.write { transaction in
            let counts = try transaction.apply(fate.synchronised)
            switch fate.profile {
            case .deleted:
                let phone = transaction.profile.phone
                transaction.profile = Profile()
                transaction.profile.phone = phone
                transaction.profile.notice =
                    "\(reason) Removed from this device: \(counts.removed). Kept on it: \(counts.kept)."
            case .keptSyncOff: transaction.profile.login = .unauthorized
            case .keptLoginAgain, .keptRefresh, .kept: break
            }
            transaction.profile.updateApproval(event)
        }
    }

    /// The first sentences of the notice after the person chose to log out or to delete the account.
    static func departureNotice(_ event: SecretFateEvent, _ choice: SecretChoice) -> String {
        let sentence =
            switch event {
            case .accountDeletedHere: "The account is deleted, here and on the server."
            case .loggedOutEverywhere: "You have logged out on every device."
            case .loggedOutHere: "You have logged out."
            case .ownRequestRepeated, .refused, .accountDeletedElsewhere:
                "You have logged out or deleted the account, as requested earlier."
            }
        return sentence
            + (choice == .keep ? " Your entries stay on this device." : " What the server held is gone from here.")
    }

    private static func explanation(_ refusal: SyncRefusal) -> String {
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
    /// Applies a fate to the entries of the account that is signed in; entries held from another account are kept.
    /// Returns how many visible entries were removed and kept.
    fileprivate func apply(_ fate: SynchronisedFate) throws -> (removed: Int, kept: Int) {
        var removed = 0, kept = 0
        for entry in try entries() {
            switch (fate, entry.isSynchronised && !entry.hasUnsentEdits, entry.body == nil) {
            case _ where isHeld(entry), (.kept, _, _), (.heldUntilChosen, _, false):
                kept += entry.body == nil ? 0 : 1
            case (_, _, true), (.deleted, true, _):
                removed += entry.body == nil ? 0 : 1
                try remove(entry)
            case (.becomeLocal, _, false), (.deleted, false, false):
                kept += 1
                try put(entry.detachedFromServer())
            }
        }
        return (removed, kept)
    }
}
