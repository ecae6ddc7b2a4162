import Contracts
import DeviceCommands
import Domain
import PIN
import PairSupport
import Primitives
import Support
import Testing

@testable import LatchkeyDevice

/// A locked device whose account has lost its PIN: auth withdrew it together with the device that had made it.
@Suite struct LostPINTests {
    @Test func `a device whose account has no PIN any more opens within the offline hours, and says so`() async throws {
        let lost = try await LostPIN()
        let output = try await UnlockDevice(pin: EnteredPIN(typed: PINPair.digits)).run(on: lost.phone)
        #expect(output.unlocked && !output.pinVerified && output.pinLost == true)
        #expect(try await lost.phone.entryList().rows.map(\.entry.issuer) == ["Bank"])
        try await lost.phone.lock()
        lost.test.pair.clock.advance(by: .hours(72) + .milliseconds(1))
        #expect(
            await refusal { _ = try await UnlockDevice(pin: EnteredPIN(typed: PINPair.digits)).run(on: lost.phone) }
                == "pinUnknown")
        #expect(await isLocked { _ = try await lost.phone.entryList() })
    }

    @Test func `after a wrong PIN it stays closed, and so does one whose session has ended`() async throws {
        let guessed = try await LostPIN(guesses: true)
        #expect(
            await refusal { _ = try await UnlockDevice(pin: EnteredPIN(typed: PINPair.digits)).run(on: guessed.phone) }
                == "pinUnknown")
        #expect(await isLocked { _ = try await guessed.phone.entryList() })
        let away = try await LostPIN(hours: 720)
        away.test.pair.clock.advance(by: .days(15))
        #expect(
            await refusal { _ = try await UnlockDevice(pin: EnteredPIN(typed: PINPair.digits)).run(on: away.phone) }
                == "sessionExpired")
        #expect(try await away.phone.lockStatus()?.holdsShare == true)
        #expect(await isLocked { _ = try await away.phone.entryList() })
    }
}

/// A phone with one synchronised entry, locked by a PIN that another device has made and that auth has withdrawn since.
private struct LostPIN {
    let test: PINPair
    var phone: Device { test.phone }

    init(guesses: Bool = false, hours: Int64 = 72) async throws {
        test = try await PINPair.withoutPIN()
        let codes = try await test.phone.makeRecoveryCodes().codes
        _ = try await test.phone.add(uri: DeviceFixture.uri("Bank"))
        let tablet = try await test.newDevice()
        let waiting = try #require(try await test.phone.sessions().first(where: \.isPending))
        try await test.phone.admit(waiting.sessionId, digits: try #require(waiting.digits))
        _ = try await tablet.status()
        try await test.pair.setOfflineUnlockHours(hours)
        try await test.pair.advance(by: .minutes(10))
        _ = try await tablet.requestConfirmation(.makePIN)
        try await test.pair.settle()
        let code = try #require(test.pair.inbox.code(for: PINPair.number).flatMap { OneTimeCode($0) })
        try await tablet.makePIN(PINPair.pin(), .code(code))
        try await test.phone.unlock(PINPair.pin())
        _ = try await test.phone.sync()
        if guesses { #expect(await refusal { try await test.phone.unlock(PINPair.wrong()) } == "pinWrong 2") }
        try await test.phone.lock()
        let own = try #require(try await tablet.devices().first(where: \.isCurrent))
        _ = try await test.phone.removeDevice(own.deviceId, .recoveryCode(codes[0]))
    }
}
