import Domain
import JSONRPC
import Primitives
import SQL

extension Device {
    /// Draws the consequence of a failed call for profile and secrets (seed 1, situation 1; DEVICE.md's table).
    func learn(_ failure: CallFailure) async throws(DeviceFault) {
        let refusal = SyncRefusal(failure)
        let isAccountGone = failure.fault?.name == "accountDeleted" && failure.fault?.status == 401
        let leaving = try await current().leaving
        switch (leaving, isAccountGone, refusal) {
        case (let choice?, true, _), (let choice?, _, .sessionRevoked):
            try await apply(.ownRequestRepeated(choice), saying: Self.farewell(.ownRequestRepeated(choice), choice))
        case (nil, true, _):
            try await apply(.accountDeletedElsewhere, saying: "The account was deleted from another device.")
        case (_, false, _):
            try await apply(.refused(refusal), saying: Self.explanation(refusal))
        }
    }

    /// Applies a fate to profile and entries in one transaction; the notice says what was done and what was kept.
    func apply(_ event: SecretEvent, saying reason: String) async throws(DeviceFault) {
        let fate = SecretFate.of(event)
        try await store.change { transaction, sealing, profile in
            let counts = try Self.apply(fate.synchronised, of: profile, transaction, sealing)
            switch fate.profile {
            case .deleted:
                let phone = profile.phone
                profile = Profile()
                profile.phone = phone
                profile.notice =
                    "\(reason) Removed from this device: \(counts.removed). Kept on it: \(counts.kept)."
            case .keptSyncOff: profile.login = .unauthorized
            case .keptLoginAgain, .keptRefresh, .kept: break
            }
            Self.learnApproval(event, &profile)
        }
    }

    /// What a refusal teaches of approval; the first disapproval after an approval is seed 0's row 15, way 3.
    private static func learnApproval(_ event: SecretEvent, _ profile: inout Profile) {
        if event == .refused(.waitingForApproval) { profile.approval = .waitingForApproval }
        guard event == .refused(.disapprovedForSyncing) else { return }
        if profile.approval == .approvedForSyncing {
            profile.login = .unauthorized
        } else {
            profile.approval = .disapprovedForSyncing
        }
    }

    /// Applies a fate to the entries of the profile's account; what is held from another account stays as it is.
    private static func apply(
        _ fate: SynchronisedFate, of profile: Profile, _ transaction: any Transaction, _ sealing: Sealing
    ) throws -> (removed: Int, kept: Int) {
        var removed = 0, kept = 0
        for entry in try LocalEntry.all(transaction, sealing) {
            switch (fate, entry.isSynchronised && !entry.hasUnsentEdits, entry.body == nil) {
            case _ where entry.isHeld(from: profile, sealing), (.kept, _, _), (.heldUntilChosen, _, false):
                kept += entry.body == nil ? 0 : 1
            case (_, _, true), (.deleted, true, _):
                removed += entry.body == nil ? 0 : 1
                try entry.remove(from: transaction)
            case (.becomeLocal, _, false), (.deleted, false, false):
                kept += 1
                try entry.becomingLocal().store(in: transaction, sealing)
            }
        }
        return (removed, kept)
    }

    /// What the Logged Out screen says first after the person chose to leave.
    static func farewell(_ event: SecretEvent, _ choice: SecretChoice) -> String {
        let left =
            switch event {
            case .accountDeletedHere: "The account is deleted, here and on the server."
            case .loggedOutEverywhere: "You have logged out on every device."
            case .loggedOutHere: "You have logged out."
            case .ownRequestRepeated, .refused, .accountDeletedElsewhere: "You have left, as you asked before."
            }
        return left
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

extension LocalEntry {
    /// The same content with nothing of the server's about it.
    func becomingLocal() -> LocalEntry {
        var entry = self
        entry.base = nil
        entry.sent = nil
        entry.parked = nil
        return entry
    }
}
