public import Contracts
public import LatchkeyDevice
public import Primitives

/// Asks for the code that proves a new number of the account.
public struct RequestPhoneChange: DeviceCommand {
    public var phone: String

    public init(phone: String) { self.phone = phone }

    public func run(on device: Device) async throws -> OTPRequest.Answer {
        try await device.requestPhoneChange(to: phone)
    }

    public static func text(of output: OTPRequest.Answer) -> String {
        "A code is on its way to the new number. Answer it with: latchkey phone change --new-code CODE\n"
            + "Beside it give --recovery-code, --pin, or --code with the one that 'latchkey phone send-code' sends to the present number."
    }

    public var commandLine: [String] { ["phone", "new", phone] }
}

/// Gives the account the new number.
public struct ChangePhone: DeviceCommand {
    public struct Output: Codable, Sendable {
        /// The moment until which this can be undone; nil if the account had no number.
        public let undoableUntilMs: Instant?
    }

    /// The code that was sent to the new number.
    public var newCode: OneTimeCode
    /// The confirmation: one of the three.
    public var recoveryCode: RecoveryCode?
    public var code: OneTimeCode?
    public var pin: EnteredPIN?

    public init(
        newCode: OneTimeCode, recoveryCode: RecoveryCode? = nil, code: OneTimeCode? = nil, pin: EnteredPIN? = nil
    ) {
        self.newCode = newCode
        self.recoveryCode = recoveryCode
        self.code = code
        self.pin = pin
    }

    public func run(on device: Device) async throws -> Output {
        Output(
            undoableUntilMs: try await device.changePhone(
                code: newCode, Device.Confirming(recoveryCode, code, pin)))
    }

    public static func text(of output: Output) -> String {
        "The account has the new number."
            + (output.undoableUntilMs.map { " Until \($0) this can be undone: latchkey phone undo" } ?? "")
    }

    public var commandLine: [String] {
        ["phone", "change", "--new-code=\(newCode.reveal)"] + Device.Confirming.words(recoveryCode, code, pin)
    }

    public var standardInput: String { Device.Confirming.line(recoveryCode, pin) }
}

/// Gives the account its former number back.
public struct UndoPhoneChange: DeviceCommand {
    public struct Output: Codable, Sendable {
        public let undone: Bool
    }

    /// The confirmation: needed for a change that a recovery code, a PIN or a second factor has confirmed.
    public var recoveryCode: RecoveryCode?
    public var pin: EnteredPIN?

    public init(recoveryCode: RecoveryCode? = nil, pin: EnteredPIN? = nil) {
        self.recoveryCode = recoveryCode
        self.pin = pin
    }

    public func run(on device: Device) async throws -> Output {
        try await device.undoPhoneChange(Device.Confirming(recoveryCode, nil, pin))
        return Output(undone: true)
    }

    public static func text(of output: Output) -> String { "The account has its former number again." }

    public var commandLine: [String] { ["phone", "undo"] + Device.Confirming.words(recoveryCode, nil, pin) }

    public var standardInput: String { Device.Confirming.line(recoveryCode, pin) }
}

/// Asks for a new, empty account on the number of this device, whose session is unproven.
public struct StartEmpty: ArgumentlessCommand {
    public struct Output: Codable, Sendable {
        /// The moment from which a login of this device opens the new account.
        public let takesEffectAtMs: Instant
    }

    public init() {}

    public func run(on device: Device) async throws -> Output {
        Output(takesEffectAtMs: try await device.startEmpty())
    }

    public static func text(of output: Output) -> String {
        "If nobody uses the former account before, your number gets a new one on \(output.takesEffectAtMs). Log in again then."
    }

    public var commandLine: [String] { ["start-empty"] }
}
