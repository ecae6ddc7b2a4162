/// Bytes as base64 text with padding (RFC 4648, section 4), the form of HTTP's basic authentication and of signatures
/// that other systems define.
public enum Base64 {
    public static func encode(_ bytes: [UInt8]) -> String {
        let text = Base64URL.encode(bytes).replacing("-", with: "+").replacing("_", with: "/")
        return text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    }

    /// Decodes a text with its padding; nil for any other text.
    public static func decode(_ text: String) -> [UInt8]? {
        guard text.utf8.count.isMultiple(of: 4), !text.contains(where: { $0 == "-" || $0 == "_" }) else { return nil }
        let padding = text.utf8.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard padding <= 2 else { return nil }
        return Base64URL.decode(
            String(text.dropLast(padding)).replacing("+", with: "-").replacing("/", with: "_"))
    }
}
