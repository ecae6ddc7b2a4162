import LatchkeyDevice
import Primitives

extension Device.Confirming {
    /// The confirmation that a command was given; nil without one.
    init?(
        _ recoveryCode: RecoveryCode?, _ code: OneTimeCode?, _ pin: EnteredPIN? = nil,
        _ factorCode: AuthenticatorCode? = nil
    ) {
        if let recoveryCode {
            self = .recoveryCode(recoveryCode)
        } else if let code {
            self = .code(code)
        } else if let pin {
            self = .pin(pin.secret)
        } else if let factorCode {
            self = .secondFactor(factorCode)
        } else {
            return nil
        }
    }

    /// The words of the command line. The recovery code or the PIN itself is read from standard input.
    static func words(
        _ recoveryCode: RecoveryCode?, _ code: OneTimeCode?, _ pin: EnteredPIN? = nil,
        _ factorCode: AuthenticatorCode? = nil
    ) -> [String] {
        (recoveryCode == nil ? [] : ["--recovery-code"]) + (code.map { ["--code=\($0.reveal)"] } ?? [])
            + (pin == nil ? [] : ["--pin"]) + (factorCode.map { ["--factor-code=\($0.reveal)"] } ?? [])
    }

    /// The line of standard input; empty where the confirmation needs none.
    static func line(_ recoveryCode: RecoveryCode?, _ pin: EnteredPIN?) -> String {
        (recoveryCode?.reveal ?? pin?.text).map { $0 + "\n" } ?? ""
    }
}
