/// Makes the texts that people and backends write. Each is unique, and its first letter names the member.
struct Texts: Sendable {
    private var count = 0

    mutating func next(_ member: String) -> String {
        count += 1
        switch member {
        case "issuer": return "Bank \(count)"
        case "accountName": return "login \(count)"
        default: return "S" + Self.base32(count)
        }
    }

    /// The member that a person wrote a text into; nil for a shared key, which people do not edit.
    static func member(of text: String) -> String? {
        switch text.first {
        case "B": "issuer"
        case "l": "accountName"
        default: nil
        }
    }

    /// A shared key of 16 Base32 letters.
    private static func base32(_ number: Int) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var rest = number, text = ""
        for _ in 0..<15 {
            text = String(letters[rest % 32]) + text
            rest /= 32
        }
        return text
    }
}
