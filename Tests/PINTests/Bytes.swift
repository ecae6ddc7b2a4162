import Primitives

/// Returns the bytes of hexadecimal digits; an empty array for malformed text.
func hex(_ text: String) -> [UInt8] { Hex.decode(text) ?? [] }

/// Returns the text of code points that are written in hexadecimal with spaces between them.
func text(_ codePoints: String) -> String {
    var text = ""
    for part in codePoints.split(separator: " ") {
        if let scalar = UInt32(part, radix: 16).flatMap(Unicode.Scalar.init) { text.unicodeScalars.append(scalar) }
    }
    return text
}
