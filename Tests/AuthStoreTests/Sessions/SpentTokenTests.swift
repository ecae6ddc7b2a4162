import Domain
import Primitives
import SQL
import Support
import Testing

@testable import AuthStore

@Suite struct SpentTokenTests {
    @Test func `spent tokens are the same after encoding and decoding, and an incomplete one is dropped`() {
        let random = SeededRandom().random
        let tokens = (0..<16).map { SpentToken(hash: random.bytes(32), at: Instant(ms: Int64($0) * 1_000_000)) }
        #expect(SpentToken.decode(SpentToken.encode(tokens)) == tokens)
        #expect(SpentToken.decode(SpentToken.encode(tokens).dropLast()) == tokens.dropLast())
        #expect(SpentToken.decode([]).isEmpty)
    }

    @Test(arguments: [(16, RefreshRequest.Outcome.superseded), (17, .reused)])
    func `a late repetition of a request is recognised while its token is one of the last sixteen spent ones`(
        refreshes: Int, outcome: RefreshRequest.Outcome
    ) async throws {
        let fixture = try await AuthStoreFixture(), (_, session) = try await fixture.register()
        func refresh(_ turn: Int) -> RefreshRequest {
            // The first byte tells the tokens apart, because only the first 16 bytes of a hash are stored.
            @Sendable func hash(_ turn: Int) -> [UInt8] {
                turn == 0 ? session.refreshHash : [UInt8(turn)] + session.refreshHash
            }
            return RefreshRequest(
                account: nil, session: session.id, thumbprint: "phone", generation: Int64(turn),
                hashes: [1: hash(turn)],
                idleTimeout: .days(14), deletionTag: AuthStoreFixture.tag,
                successorHashes: { _, _, _ in [1: hash(turn + 1)] })
        }
        for turn in 0..<refreshes {
            fixture.clock.advance(by: .seconds(1))
            _ = try await fixture.store.refresh(refresh(turn), at: fixture.now)
        }
        fixture.clock.advance(by: .seconds(20))
        #expect(try await fixture.store.refresh(refresh(0), at: fixture.now) == outcome)
    }

    /// The holder of a copied profile may hold a stored request id too.
    @Test(arguments: [(330_000, RefreshRequest.Outcome.superseded), (330_001, .reused)])
    func `a repetition is recognised for 330 s after the use of its successor, and ends the session after that`(
        ms: Int, outcome: RefreshRequest.Outcome
    ) async throws {
        let fixture = try await AuthStoreFixture(), (_, session) = try await fixture.register()
        func refresh(_ hash: [UInt8], to successor: [UInt8]) -> RefreshRequest {
            RefreshRequest(
                account: nil, session: session.id, thumbprint: "phone", generation: 0, hashes: [1: hash],
                idleTimeout: .days(14), deletionTag: AuthStoreFixture.tag,
                successorHashes: { _, _, _ in [1: successor] })
        }
        let first = [1] + session.refreshHash, second = [2] + session.refreshHash
        _ = try await fixture.store.refresh(refresh(session.refreshHash, to: first), at: fixture.now)
        fixture.clock.advance(by: .days(1))
        _ = try await fixture.store.refresh(refresh(first, to: second), at: fixture.now)
        fixture.clock.advance(by: .milliseconds(ms))
        #expect(try await fixture.store.refresh(refresh(session.refreshHash, to: first), at: fixture.now) == outcome)
    }

    @Test func `after a refresh by an instance of the previous release its token is compared by the last use`()
        async throws
    {
        for (ms, outcome) in [(10_000, RefreshRequest.Outcome.superseded), (10_001, .reused)] {
            let fixture = try await AuthStoreFixture(), (_, session) = try await fixture.register()
            func refresh(_ hash: [UInt8]) -> RefreshRequest {
                RefreshRequest(
                    account: session.account, session: session.id, thumbprint: "phone", generation: 0,
                    hashes: [1: session.refreshHash], idleTimeout: .days(14), deletionTag: AuthStoreFixture.tag,
                    successorHashes: { _, _, _ in [1: hash] })
            }
            _ = try await fixture.store.refresh(refresh([1]), at: fixture.now)
            _ = try await fixture.database.write { try $0.run(Statement("UPDATE session SET spent_tokens = NULL")) }
            fixture.clock.advance(by: .milliseconds(ms))
            #expect(try await fixture.store.refresh(refresh([2]), at: fixture.now) == outcome)
        }
    }
}
