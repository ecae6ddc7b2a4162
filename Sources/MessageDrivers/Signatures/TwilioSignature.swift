import Cryptography
import Primitives

/// The signature of Twilio's callbacks, in the header `X-Twilio-Signature`.
struct TwilioSignature {
    let token: String

    /// True if the header is the signature of the form for this address.
    ///
    /// Twilio signs the address with its port or without it, so both are compared.
    func isValid(_ header: String, url: String, form: [(name: String, value: String)]) -> Bool {
        guard let given = Base64.decode(header) else { return false }
        let fields = form.sorted { ($0.name, $0.value) < ($1.name, $1.value) }.map { $0.name + $0.value }.joined()
        return [url, Self.withoutPort(url)].contains { address in
            ConstantTime.equal(
                given, HMAC.tag(.sha1, key: Array(token.utf8), Array((address + fields).utf8)))
        }
    }

    private static func withoutPort(_ url: String) -> String {
        url.replacing(/^(https?:\/\/[^\/:?]+):[0-9]+/) { $0.1 }
    }
}
