import Primitives

/// The bytes of hexadecimal digits with optional spaces; malformed text gives no bytes.
func hex(_ text: String) -> [UInt8] { Hex.decode(text.filter { !$0.isWhitespace }) ?? [] }

/// The UTF-8 bytes of a text.
func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }
