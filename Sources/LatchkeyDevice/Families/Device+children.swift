public import Contracts
public import Domain
import JSONRPC
public import Primitives

extension Device {
    /// Returns the children of the person, those that were added first at first.
    public func children() async throws(DeviceFault) -> [ChildView] {
        try await withSession { token throws(CallFailure) in
            try await auth.call(ChildList.self, Nothing(), token: token)
        }.children
    }

    /// Adds a child. After a lost answer the same call adds no second one.
    public func addChild(named name: DeviceName) async throws(DeviceFault) -> AccountID {
        try await callOnce(ChildAdd.self, lifetime: .hours(20), needsSession: true) { request in
            .init(name: name, requestId: request)
        } store: { _, _ in
        }.answer.childId
    }

    /// Makes an invite for the device of a child. The app shows it until ``dismissFamilyScreen()``.
    /// - Parameter confirming: a secret of the parent's own, which the invite needs unless the child has never had a device.
    public func inviteChild(
        _ child: AccountID, _ kind: InviteKind, _ confirming: Confirming? = nil
    ) async throws(DeviceFault) -> InviteView {
        try await beginFamilyAct()
        return try await invite(ChildInvite.self, child, kind, confirming) { $0.move(.inviteChild) }
    }

    /// Ends the access of a child who is locked out or has forgotten the PIN, and makes a new invite, which the app shows
    /// until ``dismissFamilyScreen()``.
    /// - Parameter confirming: a secret of the parent's own.
    public func resetChildAccess(
        _ child: AccountID, _ kind: InviteKind, _ confirming: Confirming? = nil
    ) async throws(DeviceFault) -> InviteView {
        try await beginFamilyAct()
        return try await invite(ChildResetAccess.self, child, kind, confirming) { $0.move(.inviteChild) }
    }

    private func invite<M: Method>(
        _ method: M.Type, _ child: AccountID, _ kind: InviteKind, _ confirming: Confirming?,
        change: @escaping @Sendable (inout Profile) -> Void
    ) async throws(DeviceFault) -> InviteView where M.Params == InviteParams, M.Answer == InviteView {
        let lifetime = Duration.minutes(10)
        return try await confirmed(by: confirming, for: nil, lifetime: lifetime) { confirmation throws(DeviceFault) in
            try await callOnce(method, lifetime: lifetime, needsSession: true) { request in
                .init(childId: child, kind: kind, confirmation: confirmation, requestId: request)
            } store: { _, transaction in
                change(&transaction.profile)
            }.answer
        }
    }

    /// Withdraws the access of a child, which the app shows until ``dismissFamilyScreen()``.
    public func revokeChild(_ child: AccountID) async throws(DeviceFault) {
        try await beginFamilyAct()
        try await callAnew(ChildRevoke.self) { request in
            .init(childId: child, requestId: request)
        } store: { transaction in
            transaction.profile.move(.revokeChildAccess)
        }
    }

    /// Withdraws the open invites of a child.
    public func withdrawInvites(of child: AccountID) async throws(DeviceFault) {
        try await change(ChildWithdrawInvite.self, child)
    }

    /// Unlocks the access of a child after too many wrong PINs. The PIN stays the same.
    public func unlockChild(_ child: AccountID) async throws(DeviceFault) {
        try await change(ChildUnlock.self, child, nothingToDo: .flowError)
    }

    /// Ends the session of a child, who logs in again with the PIN.
    public func endSessions(ofChild child: AccountID) async throws(DeviceFault) {
        try await change(ChildEndSessions.self, child)
    }

    /// Leaves a child to its other parents, or deletes it with its secrets if it has none.
    ///
    /// If the answer is lost, ``takeUnansweredRemoval(ofChild:)`` names the child that ``children()`` no longer names.
    /// - Parameters:
    ///   - name: the child's name, by which a repeated command finds a removal whose answer was lost.
    ///   - confirming: the confirmation that a deletion needs, as that of the person's own account.
    /// - Returns: true if the child was deleted.
    public func removeChild(
        _ child: AccountID, named name: String? = nil, _ confirming: Confirming? = nil
    ) async throws(DeviceFault) -> Bool {
        try await store.changeProfile { $0.unansweredRemoval = UnansweredRemoval(child: child, name: name) }
        do {
            return try await confirmed(by: confirming, for: .deleteAccount, lifetime: .minutes(5)) {
                confirmation throws(DeviceFault) in
                try await callOnce(ChildRemove.self, lifetime: .minutes(5), needsSession: true) { request in
                    .init(childId: child, confirmation: confirmation, requestId: request)
                } store: { _, transaction in
                    transaction.profile.unansweredRemoval = nil
                }.answer.isDeleted
            }
        } catch {
            if !error.mayHaveTakenEffect { try await store.changeProfile { $0.unansweredRemoval = nil } }
            throw error
        }
    }

    /// Makes an invite for another parent of a child.
    /// - Parameter confirming: a secret of the person's own.
    public func inviteParent(
        of child: AccountID, _ kind: InviteKind, _ confirming: Confirming? = nil
    ) async throws(DeviceFault) -> InviteView {
        try await invite(ChildInviteParent.self, child, kind, confirming) { _ in }
    }

    /// Makes the person a parent of the child of an invite.
    public func acceptParent(by code: InviteCode) async throws(DeviceFault) -> ChildAcceptParent.Answer {
        try await callOnce(ChildAcceptParent.self, lifetime: .minutes(10), needsSession: true) { request in
            .init(code: code, requestId: request)
        } store: { _, _ in
        }.answer
    }

    /// Asks for the admission of the new device of another parent of a child, who has lost every other one.
    ///
    /// - Parameter digits: the two digits that the other parent reads out from the waiting device.
    /// - Returns: the moment at which the device is admitted, unless an earlier one is used before.
    public func admitParent(of child: AccountID, digits: String) async throws(DeviceFault) -> Instant {
        try await withSession { token throws(CallFailure) in
            try await auth.call(ChildAdmitParent.self, .init(childId: child, digits: digits), token: token)
        }.admittedAtMs
    }

    /// Goes back to the list of the children from the screen of an invite, or of a withdrawn access.
    public func dismissFamilyScreen() async throws(DeviceFault) {
        guard [.childInviteCreated, .childAccessRevoked].contains(try await store.profile().appState) else { return }
        try await store.changeProfile { $0.move(.done) }
    }

    /// Goes to the list of the children, from which a parent invites one or withdraws an access.
    private func beginFamilyAct() async throws(DeviceFault) {
        _ = try await showFirstScreens()
        try await dismissFamilyScreen()
    }

    private func change<M: Method>(
        _ method: M.Type, _ child: AccountID, nothingToDo: FaultKind? = nil
    ) async throws(DeviceFault) where M.Params == OneChild, M.Answer == Nothing {
        try await callAnew(method, nothingToDo: nothingToDo) { OneChild(childId: child, requestId: $0) }
    }
}
