import Primitives

/// Random UUIDs (RFC 9562, version 4), which Aegis and Bitwarden give to each entry.
enum RandomUUID {
    static func text(_ random: RandomSource) -> String {
        var bytes = random.bytes(16)
        bytes[6] = bytes[6] & 0x0f | 0x40
        bytes[8] = bytes[8] & 0x3f | 0x80
        var rest = Hex.encode(bytes)[...], groups: [Substring] = []
        for count in [8, 4, 4, 4, 12] {
            groups.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return groups.joined(separator: "-")
    }
}
