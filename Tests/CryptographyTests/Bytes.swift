import Primitives

/// Returns the bytes of hexadecimal digits with optional spaces; an empty array for malformed text.
func hex(_ text: String) -> [UInt8] { Hex.decode(text.filter { !$0.isWhitespace }) ?? [] }

func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }
