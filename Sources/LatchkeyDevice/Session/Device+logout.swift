public import Contracts
public import Domain
import JSONRPC
import Primitives

extension Device {
    /// Logs out on this device. Unsent changes are sent first if possible; those that cannot be sent stay here,
    /// whatever the choice.
    ///
    /// - Parameter choice: the fate of the entries that the server has.
    /// - Throws: `DeviceFault.locked` for the choice to keep while the device is locked: the entries would be shown without
    ///   the PIN, or could not be opened any more.
    public func logout(_ choice: SecretChoice) async throws(DeviceFault) {
        if choice == .keep { try await requireUnlocked() }
        let request: RequestID = random.id()
        try await leave(.loggedOutHere(choice), choice) { token throws(CallFailure) in
            _ = try await auth.call(SessionLogout.self, .init(requestId: request), token: token)
        }
    }

    /// Logs out on every device of the account; here as `logout` does.
    /// - Parameters:
    ///   - forgetsDevices: true if a device is lost, so that all other devices have to be admitted again.
    ///   - confirming: the confirmation that this needs.
    public func logoutEverywhere(
        _ choice: SecretChoice, forgetsDevices: Bool = false, _ confirming: Confirming? = nil
    ) async throws(DeviceFault) {
        if choice == .keep { try await requireUnlocked() }
        let request: RequestID = random.id()
        try await confirmed(by: confirming, for: .removeDevice, lifetime: .zero) { confirmation throws(DeviceFault) in
            try await leave(.loggedOutEverywhere(choice), choice) { token throws(CallFailure) in
                _ = try await auth.call(
                    SessionLogoutEverywhere.self,
                    .init(forgetDevices: forgetsDevices ? true : nil, confirmation: confirmation, requestId: request),
                    token: token)
            }
        }
    }

    /// Requests the code that `deleteAccount` needs.
    public func requestDeletion() async throws(DeviceFault) -> OTPRequest.Answer {
        try await requestConfirmation(.deleteAccount)
    }

    /// Deletes the account and everything the server has of it; this cannot be undone.
    ///
    /// If the entries stay here, those that only the server has are received first; if that fails, so does this method.
    public func deleteAccount(_ choice: SecretChoice, _ confirming: Confirming?) async throws(DeviceFault) {
        // A code that this device has not requested is refused before anything is done.
        if case .code = confirming { _ = try await given(confirming, for: .deleteAccount) }
        if choice == .keep {
            try await requireUnlocked()
            // The stored approval may be an old one.
            let profile = try await store.profile()
            let current = profile.standing?.canSync == true ? profile : try await status()
            if current.standing?.canSync == true { _ = try await sync() }
        }
        let request: RequestID = random.id()
        try await confirmed(by: confirming, for: .deleteAccount, lifetime: .minutes(5)) {
            confirmation throws(DeviceFault) in
            try await leave(.accountDeletedHere(choice), choice) { token throws(CallFailure) in
                _ = try await auth.call(
                    AccountDelete.self, .deletion(by: confirmation, requestId: request), token: token)
            }
        }
    }

    /// Stores the choice, sends the request and applies the event's fate.
    ///
    /// A refusal because the session is already gone counts as success of a logout: `withSession` has then signed this
    /// device out. It does not for the deletion of an account, which is then only known to be gone if the refusal says so.
    /// If the request certainly did nothing, the earlier choice is stored again. After a lost answer the choice stays,
    /// because the next refusal may be the effect of this request, until a later call shows that it has had none.
    ///
    /// A sync may be under way meanwhile: the answers of its calls are dropped once the session has ended here.
    private func leave(
        _ event: SecretFateEvent, _ choice: SecretChoice, _ request: (AccessToken) async throws(CallFailure) -> Void
    ) async throws(DeviceFault) {
        let isDeletion = if case .accountDeletedHere = event { true } else { false }
        if !isDeletion, try await !syncBeforeLogout(choice) { return }
        let departure = Departure(choice: choice, deletesAccount: isDeletion, sentAt: clock.now)
        let (session, earlier) = try await store.write { transaction in
            // Without the share the entries could not be put under the platform key.
            if choice == .keep, !transaction.opensSynchronisedRows { throw DeviceFault.locked }
            defer { transaction.profile.departure = departure }
            return (transaction.profile.session, transaction.profile.departure)
        }
        store.awaitedRequests.begin(departure)
        defer { store.awaitedRequests.end(departure) }
        do {
            try await withSession(session, request)
        } catch {
            if try await store.profile().session != session {
                guard isDeletion, !error.saysAccountIsDeleted else { return }
                throw error
            }
            if !error.mayHaveTakenEffect {
                try await store.changeProfile(of: session) { $0.departure = earlier }
            }
            throw error
        }
        try await apply(event, reason: Self.departureNotice(event, choice), to: session)
    }

    /// Synchronises if the account may. If the stored approval forbids it, auth is first asked for the present one. If a
    /// refusal shows that the session has ended already, the person's choice is followed.
    ///
    /// - Returns: false if the session has ended here meanwhile, so that there is nothing left to log out of.
    private func syncBeforeLogout(_ choice: SecretChoice) async throws(DeviceFault) -> Bool {
        let profile = try await store.profile()
        guard profile.accessToken != nil else { return true }
        let earlier = profile.departure
        let departure = Departure(choice: choice, deletesAccount: false, sentAt: clock.now)
        try await store.changeProfile(of: profile.session) { $0.departure = departure }
        store.awaitedRequests.begin(departure)
        defer { store.awaitedRequests.end(departure) }
        let current = profile.standing?.canSync == true ? profile : try? await status()
        if current?.standing?.canSync == true { _ = try? await sync() }
        if try await store.profile().session != profile.session { return false }
        try await store.changeProfile(of: profile.session) { $0.departure = earlier }
        return true
    }
}

extension DeviceFault {
    fileprivate var saysAccountIsDeleted: Bool {
        guard case .call(let failure) = self else { return false }
        return failure.saysAccountIsDeleted
    }
}

extension AccountDelete.Params {
    /// The params for a confirmation. The method takes a code by message in `challengeId` and `code`, and every other
    /// confirmation in `confirmation`.
    fileprivate static func deletion(by confirmation: GivenConfirmation?, requestId: RequestID) -> Self {
        guard let challenge = confirmation?.challengeId, let code = confirmation?.code else {
            return .init(confirmation: confirmation, requestId: requestId)
        }
        return .init(challengeId: challenge, code: code, requestId: requestId)
    }
}
