import AuthStore
import Domain
import Glibc
import Primitives
import SQL
import StoreSupport
import Testing

@Suite struct `A crash between counting and comparing` {
    @Test func `an attempt that was counted stays counted`() async throws {
        let location = try await StoreLocation(AuthStore.migrations)
        await #expect(processExitsWith: .signal(SIGKILL)) { [address = location.address as String] in
            setenv("LATCHKEY_FAILPOINT", "after-count:3", 1)
            let fixture = try await AuthStoreFixture(at: StoreLocation(AuthStore.migrations, at: address))
            let code = fixture.code()
            _ = try await fixture.open(code)
            for _ in 0..<5 { _ = try await fixture.attempt(code.id) }
        }
        let fixture = try await AuthStoreFixture(at: location)
        let tries = try await fixture.database.read {
            try $0.run(Statement("SELECT tries FROM otp_challenge"))[0].int(0)
        }
        #expect(tries == 3)
    }
}
