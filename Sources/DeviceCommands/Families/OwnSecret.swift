import LatchkeyDevice
public import Primitives

/// The confirmation of a command that no code by message confirms: one of the three secrets, or none. A story writes it as
/// members of the command.
public struct OwnSecret: Decodable, Sendable {
    public var recoveryCode: RecoveryCode?
    public var pin: EnteredPIN?
    public var factorCode: AuthenticatorCode?

    public init(recoveryCode: RecoveryCode? = nil, pin: EnteredPIN? = nil, factorCode: AuthenticatorCode? = nil) {
        (self.recoveryCode, self.pin, self.factorCode) = (recoveryCode, pin, factorCode)
    }

    var confirming: Device.Confirming? { Device.Confirming(recoveryCode, nil, pin, factorCode) }

    /// The words of the command line.
    var words: [String] { Device.Confirming.words(recoveryCode, nil, pin, factorCode) }

    /// The line of standard input; empty where the confirmation needs none.
    var line: String { Device.Confirming.line(recoveryCode, pin) }
}
