import Primitives

/// The bytes of hexadecimal digits; spaces between them are left out. A typing mistake gives no bytes.
func hex(_ text: String) -> [UInt8] { Hex.decode(text.filter { !$0.isWhitespace }) ?? [] }

/// The bytes of a text.
func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }
