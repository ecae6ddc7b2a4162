import Contracts
import Interchange
public import LatchkeyDevice
public import Primitives

/// Gives the account an authenticator, which waits for its first code.
public struct MakeSecondFactor: DeviceCommand {
    public struct Output: Codable, Sendable {
        /// The secret in base32, for an authenticator app. It is shown once.
        public let secret: String
        /// The same as an address that authenticator apps read.
        public let uri: String
        /// The moment from which the factor confirms acts and logins ask for it.
        public let countsFromMs: Instant
        /// True if this is later than now.
        public let isDelayed: Bool
    }

    /// The confirmation: one of the three, or none soon after the registration.
    public var recoveryCode: RecoveryCode?
    public var code: OneTimeCode?
    public var pin: EnteredPIN?

    public init(recoveryCode: RecoveryCode? = nil, code: OneTimeCode? = nil, pin: EnteredPIN? = nil) {
        self.recoveryCode = recoveryCode
        self.code = code
        self.pin = pin
    }

    public func run(on device: Device) async throws -> Output {
        let made = try await device.makeSecondFactor(Device.Confirming(recoveryCode, code, pin))
        return Output(
            secret: made.secret.reveal, uri: Self.address(of: made), countsFromMs: made.countsFromMs,
            isDelayed: code != nil)
    }

    /// The otpauth address that an authenticator app reads.
    static func address(of made: SecondFactorEnroll.Answer) -> String {
        OTPAuthURI.print(
            OTPBody(
                accountName: made.accountName, issuer: made.issuer, type: .totp, secret: made.secret.reveal,
                algorithm: .sha1, digits: 6, period: 30))
    }

    public static func text(of output: Output) -> String {
        "Enter this in an authenticator app: \(output.uri)\nThen confirm it with the code that it shows: latchkey factor confirm CODE"
            + (output.isDelayed ? "\nLogins ask for it, and it confirms acts, from \(output.countsFromMs) on." : "")
    }

    public var commandLine: [String] { ["factor", "set"] + Device.Confirming.words(recoveryCode, code, pin) }

    public var standardInput: String { Device.Confirming.line(recoveryCode, pin) }
}

/// Completes the authenticator by its first code.
public struct ConfirmSecondFactor: DeviceCommand {
    public var factorCode: AuthenticatorCode

    public init(factorCode: AuthenticatorCode) { self.factorCode = factorCode }

    public func run(on device: Device) async throws -> StandingOutput {
        try await StandingOutput(device.confirmSecondFactor(factorCode), on: device)
    }

    public static func text(of output: StandingOutput) -> String { output.text }

    public var commandLine: [String] { ["factor", "confirm", factorCode.reveal] }
}

/// Passes the second factor of a login.
public struct PassSecondFactor: DeviceCommand {
    /// The code of the authenticator, or else a recovery code.
    public var factorCode: AuthenticatorCode?
    public var recoveryCode: RecoveryCode?

    public init(factorCode: AuthenticatorCode? = nil, recoveryCode: RecoveryCode? = nil) {
        self.factorCode = factorCode
        self.recoveryCode = recoveryCode
    }

    public func run(on device: Device) async throws -> StandingOutput {
        switch (factorCode, recoveryCode) {
        case (let code?, nil): try await StandingOutput(device.passSecondFactor(code), on: device)
        case (nil, let code?): try await StandingOutput(device.passSecondFactor(by: code), on: device)
        default: throw ArgumentFault("Give the code of the authenticator, or --recovery-code.")
        }
    }

    public static func text(of output: StandingOutput) -> String { output.text }

    public var commandLine: [String] {
        ["factor", "pass"] + (factorCode.map { [$0.reveal] } ?? []) + Device.Confirming.words(recoveryCode, nil)
    }

    public var standardInput: String { Device.Confirming.line(recoveryCode, nil) }
}

/// Removes the authenticator of the account.
public struct RemoveSecondFactor: DeviceCommand {
    public struct Output: Codable, Sendable {
        public let removed: Bool
    }

    /// The confirmation: one of the three.
    public var factorCode: AuthenticatorCode?
    public var recoveryCode: RecoveryCode?
    public var pin: EnteredPIN?

    public init(
        factorCode: AuthenticatorCode? = nil, recoveryCode: RecoveryCode? = nil, pin: EnteredPIN? = nil
    ) {
        self.factorCode = factorCode
        self.recoveryCode = recoveryCode
        self.pin = pin
    }

    public func run(on device: Device) async throws -> Output {
        let other = Device.Confirming(recoveryCode, nil, pin)
        try await device.removeSecondFactor(factorCode.map { .secondFactor($0) } ?? other)
        return Output(removed: true)
    }

    public static func text(of output: Output) -> String { "The account has no second factor any more." }

    public var commandLine: [String] {
        ["factor", "remove"] + (factorCode.map { [$0.reveal] } ?? []) + Device.Confirming.words(recoveryCode, nil, pin)
    }

    public var standardInput: String { Device.Confirming.line(recoveryCode, pin) }
}
