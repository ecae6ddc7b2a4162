import Domain
import Primitives

/// The text message that carries a one-time code.
///
/// It says what the code is for, so that a person who reads a code out to somebody sees what it permits. Its last line
/// has the form by which phones fill a code in on the pages of one domain (`@example.org #123456`). It is the same whether
/// or not the number has an account.
struct CodeMessage {
    let code: OneTimeCode
    let use: CodeUse
    /// The time from the request to the expiry of the code.
    let lifetime: Duration
    let domain: String

    func message(to phone: E164, in texts: LanguageTexts, expires: Instant) -> TextMessage {
        let line = texts.line(code: code.reveal, for: use, lifetime: lifetime)
        return TextMessage(to: phone, text: Self.text(of: line, code: code.reveal, domain: domain), expires: expires)
    }

    static func text(of line: String, code: String, domain: String) -> String { "\(line)\n\n@\(domain) #\(code)" }
}
