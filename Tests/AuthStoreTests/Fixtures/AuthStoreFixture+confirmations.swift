import AuthStore
import Domain
import Primitives
import Testing

extension AuthStoreFixture {
    /// Makes recovery codes with these hashes in the first minutes of an account.
    func makeCodes(
        _ hashes: [[UInt8]], seed: [UInt8] = [1], of session: SessionRecord, by given: CountedConfirmation = .none
    ) async throws -> NewRecoveryCodes.Outcome {
        try await store.makeRecoveryCodes(
            NewRecoveryCodes(seed: seed, hashes: hashes), of: session.account, by: session.id, confirmedBy: given,
            idempotencyKey: nil, at: now)
    }

    /// Counts an attempt at a recovery code that has this hash.
    func recoveryCode(_ hash: [UInt8], of session: SessionRecord) async throws -> CountedConfirmation {
        let outcome = try await store.countRecoveryAttempt(
            [hash], of: session.id, account: session.account, limits: CodeLimits(), at: now)
        guard case .counted(let attempt) = outcome else {
            Issue.record("not counted: \(outcome)")
            return .none
        }
        return .recoveryCode(attempt)
    }
}

extension AuthStoreFixture {
    /// A person with codes (the one with hash 1 counts) whose tablet is suspended by a message that the phone has shown.
    func suspendedTablet() async throws -> (AccountRecord, tablet: SessionRecord, phone: SessionRecord) {
        let (account, phone) = try await register()
        _ = try await makeCodes([[1]], of: phone)
        let tablet = try await readmit(login(on: "tablet"), by: phone)
        _ = try await suspend(tablet, by: phone)
        return (account, tablet, phone)
    }

    /// Admits the tablet, which has logged in.
    func readmit(_ tablet: SessionRecord, by phone: SessionRecord) async throws -> SessionRecord {
        _ = try await store.admit(
            tablet.id, of: phone.account, by: phone.id, digits: "42", idle: .days(14), idempotencyKey: nil, at: now)
        return tablet
    }

    /// Suspends the device of a session by a message; returns the end of the hold.
    func suspend(_ tablet: SessionRecord, by phone: SessionRecord) async throws -> Instant? {
        let code = code(.removeDevice)
        _ = try await open(code)
        guard let attempt = try await counted(code.id) else { return nil }
        let change = try await store.remove(
            tablet.device, of: phone.account, by: phone.id, confirmedBy: .message(attempt), idempotencyKey: nil,
            at: now)
        guard case .suspended(let until) = change else { return nil }
        return until
    }
}
