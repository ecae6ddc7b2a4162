import Domain
import Primitives

/// The text message that carries a one-time code.
///
/// It says what the code is for, so that a person who reads a code out to somebody sees what it permits. Its last line
/// has the form by which phones fill a code in on the pages of one domain (`@example.org #123456`).
struct CodeMessage {
    let code: OneTimeCode
    let purpose: CodePurpose
    /// True if the device key never held a full session of the number's account, or the number has none.
    let isNewDevice: Bool
    /// The time from the request to the expiry of the code.
    let lifetime: Duration
    let domain: String

    func message(to phone: E164, expires: Instant) -> TextMessage {
        TextMessage(to: phone, text: text, expires: expires)
    }

    private var text: String {
        """
        \(code.reveal) is your code to \(use). It is valid for \(validity). Never tell it to anyone.

        @\(domain) #\(code.reveal)
        """
    }

    /// The text is the same whether or not the number has an account.
    private var use: String {
        switch purpose {
        case .login: isNewDevice ? "log in on a new device" : "log in"
        case .registration: "register this number and log in"
        case .deleteAccount: "DELETE your account and everything in it"
        case .removeDevice: "REMOVE another device of your account"
        case .recoveryCodes: "make new recovery codes for your account"
        case .changePhone: "change the PHONE NUMBER of your account"
        case .makePIN: "make a PIN for your account"
        case .resetPIN: "replace the PIN of your account, which you have forgotten"
        case .makeSecondFactor: "add a second factor to your account"
        }
    }

    private var validity: String {
        let seconds = lifetime.components.seconds
        return seconds < 120 ? "\(seconds) seconds" : "\(seconds / 60) minutes"
    }
}
