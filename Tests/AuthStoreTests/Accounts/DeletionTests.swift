import AuthStore
import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing

@Suite struct `Account deletion` {
    @Test func `the account is unusable, the number is free and the call to the vault is queued`() async throws {
        let fixture = try await AuthStoreFixture()
        let (account, session) = try await fixture.register()
        let code = fixture.code(.deleteAccount)
        _ = try await fixture.open(code)
        let attempt = try #require(try await fixture.counted(code.id))
        #expect(try await fixture.delete(account, by: attempt) == .deleted)
        #expect(try await fixture.delete(account, by: attempt) == .unknown)
        #expect(try await fixture.snapshot(session).isDeleted)
        #expect(try await fixture.store.account(phone: AuthStoreFixture.phone) == nil)
        let due = try await fixture.claimMessages(10)
        #expect(due.map(\.kind) == [.purge])
        fixture.clock.advance(by: .minutes(10))
        let (again, _) = try await fixture.register(on: "tablet")
        #expect(again.id != account.id)
        #expect(again.approval == .waitingForApproval)
    }

    @Test(.requirement("D6"))
    func `only the record of deletions, revocation events, the audit log and counts for limits are left`() async throws
    {
        let fixture = try await AuthStoreFixture(), (account, _) = try await fixture.register()
        let phone = AuthStoreFixture.phone
        _ = try await fixture.database.write {
            let insert = "INSERT INTO operator_group (account, facility_group) VALUES ($1, 'fieldwork')"
            try $0.run(Statement(insert, .identifier(account.id)))
        }
        let key = IdempotencyKey(
            owner: account.id.bytes, thumbprint: "phone", method: "session.logoutEverywhere",
            request: fixture.random.id(), mac: [1])
        _ = try await fixture.store.revokeAll(of: account.id, idempotencyKey: key, at: fixture.now)
        fixture.clock.advance(by: .hours(1))
        _ = try await fixture.start(fixture.code(.registration, on: "stranger"))
        let code = fixture.code(.deleteAccount)
        _ = try await fixture.open(code)
        let attempt = try #require(try await fixture.counted(code.id))
        #expect(
            try await fixture.tables(containing: account.id.bytes)
                == [
                    "account", "account_number", "audit", "device", "idempotency", "notice", "operator_group",
                    "revocation_event",
                    "session",
                ])
        #expect(
            try await fixture.tables(containing: phone.bytes)
                == ["account", "account_number", "otp_challenge", "otp_streak", "registration", "send_window"])
        #expect(try await fixture.delete(account, by: attempt) == .deleted)
        // The service encrypts the account in the record of deletions; the fixture does not.
        #expect(try await fixture.tables(containing: account.id.bytes) == ["audit", "deletion", "revocation_event"])
        #expect(try await fixture.tables(containing: phone.bytes) == ["send_window"])
    }

    @Test func `the rows of other accounts stay, and only the deleted one is recorded`() async throws {
        let fixture = try await AuthStoreFixture(), (account, _) = try await fixture.register()
        let (other, session) = try await fixture.register(AuthStoreFixture.otherPhone, on: "tablet")
        for owner in [account.id, other.id] {
            let key = IdempotencyKey(
                owner: owner.bytes, thumbprint: "phone", method: "approval.decide", request: fixture.random.id(),
                mac: [1])
            let change = ApprovalChange(account: owner, version: 1, status: .approvedForSyncing, reason: nil)
            _ = try await fixture.store.changeApproval(
                change, by: .administrator, idempotencyKey: key, response: [], at: fixture.now)
        }
        let tables = try await fixture.tables(containing: other.id.bytes)
        #expect(
            tables
                == [
                    "account", "account_number", "audit", "decision", "device", "idempotency", "revocation_event",
                    "session",
                ])
        let code = fixture.code(.deleteAccount)
        _ = try await fixture.open(code)
        let attempt = try #require(try await fixture.counted(code.id))
        #expect(try await fixture.delete(account, by: attempt) == .deleted)
        #expect(try await fixture.tables(containing: other.id.bytes) == tables)
        for (tag, isDeleted) in [(AuthStoreFixture.tag, true), (DeletionTag([4]), false)] {
            let unknown = try await fixture.store.snapshot(of: session.id, account: account.id, tag: tag)
            #expect(unknown.isDeleted == isDeleted)
        }
    }

    /// Each refusal of the rule, and a hold that has run out, which refuses nothing.
    @Test func `every refusal of the rule keeps the account, and nothing is used up`() async throws {
        let fixture = try await AuthStoreFixture()
        let (account, phone) = try await fixture.register()
        let made = try await fixture.makeCodes([[1]], of: phone)
        guard case .made = made else { throw SetupFailed() }
        let tablet = try await fixture.readmit(fixture.login(on: "tablet"), by: phone)
        let message = fixture.code(.recoveryCodes)
        _ = try await fixture.open(message)
        let attempt = try #require(try await fixture.counted(message.id, for: [.recoveryCodes]))
        guard
            case .made(let start) = try await fixture.makeCodes([[2]], seed: [2], of: phone, by: .message(attempt))
        else { throw SetupFailed() }
        let new = try await fixture.recoveryCode([2], of: phone)
        #expect(try await fixture.delete(account, confirmedBy: new) == .refused(.byRule(.tooNew(until: start))))
        let unconfirmed = AccountDeletion.Outcome.refused(.byRule(.confirmationRequired))
        #expect(try await fixture.delete(account, confirmedBy: .none) == unconfirmed)
        fixture.clock.advance(by: .seconds(61))
        let until = try #require(try await fixture.suspend(tablet, by: phone))
        let held = AccountDeletion.Outcome.refused(.byRule(.held(until: until)))
        fixture.clock.advance(by: until - fixture.now - .seconds(30))
        let code = fixture.code(.deleteAccount)
        _ = try await fixture.open(code)
        let right = try #require(try await fixture.counted(code.id))
        for given in [CountedConfirmation.none, .message(right)] {
            #expect(try await fixture.delete(account, confirmedBy: given) == held)
        }
        #expect(try await fixture.store.account(account.id) == account)
        fixture.clock.advance(by: .seconds(30))
        #expect(try await fixture.delete(account, by: right) == .deleted)
    }

    @Test func `a code of another number deletes no account`() async throws {
        let fixture = try await AuthStoreFixture()
        let (account, _) = try await fixture.register()
        let code = fixture.code(.deleteAccount, to: AuthStoreFixture.otherPhone)
        _ = try await fixture.open(code)
        let attempt = try #require(try await fixture.counted(code.id))
        #expect(try await fixture.delete(account, by: attempt) == .refused(.messageCodeUnusable))
        #expect(try await fixture.store.account(account.id) == account)
    }
}

extension AuthStoreFixture {
    /// The names of the tables that have these bytes as a value in any column, sorted.
    fileprivate func tables(containing bytes: [UInt8]) async throws -> [String] {
        let tables = try await database.tables()
        return try await database.read { transaction in
            try tables.filter { table in
                try transaction.run(Statement("SELECT * FROM \(table)")).contains { $0.values.contains(.bytes(bytes)) }
            }
        }
    }
}
