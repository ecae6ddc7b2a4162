/// A range of network addresses, such as `10.0.0.0/8` or `::1`.
public struct AddressBlock: Sendable, Hashable, LosslessStringConvertible {
    private let first: AddressBits
    private let kept: Int
    /// The block as it was written.
    public let description: String

    /// Reads an address, with `/length` or alone.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let head = parts.first, let address = AddressBits(head) else { return nil }
        let whole = address.isIPv4 ? 32 : 128
        var length = whole
        if parts.count == 2 {
            guard let given = Int(parts[1]), given >= 0, given <= whole else { return nil }
            length = given
        }
        first = address
        kept = 128 - whole + length
        description = text
    }

    /// Reads blocks divided by commas, with spaces or without; nil when one of them is none.
    public static func list(_ text: String) -> [AddressBlock]? {
        var blocks: [AddressBlock] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: text.isEmpty) {
            var word = part.drop { $0 == " " }
            while word.last == " " { word.removeLast() }
            guard let block = AddressBlock(String(word)) else { return nil }
            blocks.append(block)
        }
        return blocks
    }

    func contains(_ address: AddressBits) -> Bool {
        let dropped = 128 - kept
        return dropped == 128 || first.bits >> dropped == address.bits >> dropped
    }
}
