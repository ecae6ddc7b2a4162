import Primitives

/// The parts of the Protocol Buffers encoding that the addresses of Google Authenticator use.
enum Protobuf {
    enum Value {
        case varint(UInt64)
        case bytes([UInt8])
    }

    /// Returns the fields of a message in their order. Fields of fixed width, which the addresses do not have, are skipped.
    static func fields(of message: [UInt8]) throws(EntryFault) -> [(number: UInt64, value: Value)] {
        var rest = message[...]
        var fields: [(UInt64, Value)] = []
        while !rest.isEmpty {
            let key = try varint(&rest)
            switch key & 7 {
            case 0: fields.append((key >> 3, .varint(try varint(&rest))))
            case 1: _ = try take(8, &rest)
            case 2: fields.append((key >> 3, .bytes(Array(try take(try varint(&rest), &rest)))))
            case 5: _ = try take(4, &rest)
            case _: throw .damagedParts(why: "a field has an unknown form")
            }
        }
        return fields
    }

    private static func varint(_ rest: inout ArraySlice<UInt8>) throws(EntryFault) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            guard let byte = rest.popFirst() else { throw .damagedParts(why: "it breaks off") }
            guard shift < 63 || byte <= 1 else { break }
            value |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 { return value }
        }
        throw .damagedParts(why: "a number is too long")
    }

    private static func take(_ count: UInt64, _ rest: inout ArraySlice<UInt8>) throws(EntryFault) -> ArraySlice<UInt8> {
        guard count <= UInt64(rest.count) else { throw .damagedParts(why: "it breaks off") }
        defer { rest = rest.dropFirst(Int(count)) }
        return rest.prefix(Int(count))
    }

    static func field(_ number: UInt64, _ value: UInt64) -> [UInt8] { varint(number << 3) + varint(value) }

    static func field(_ number: UInt64, _ bytes: [UInt8]) -> [UInt8] {
        varint(number << 3 | 2) + varint(UInt64(bytes.count)) + bytes
    }

    private static func varint(_ value: UInt64) -> [UInt8] {
        var (bytes, rest) = ([UInt8](), value)
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7f) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }
}
