import Cryptography
import Primitives

/// The value of the `Latchkey-Answer` header: `v1 mac=…`.
struct ServiceAnswerHeader: Equatable {
    private static let prefix = "v1 mac="

    let mac: [UInt8]

    init(mac: [UInt8]) { self.mac = mac }

    var text: String { Self.prefix + Base64URL.encode(mac) }

    /// Parses a header; nil for any other form.
    init?(_ text: String) {
        guard text.hasPrefix(Self.prefix), text.utf8.count <= 64,
            let mac = Base64URL.decode(String(text.dropFirst(Self.prefix.count)))
        else { return nil }
        self.mac = mac
    }
}
