import RPCServer

/// One thing an operator may choose: its key, what it may be, and what it is when nothing is said.
public struct Setting: Sendable {
    /// The key: `--key` on the command line, `LATCHKEY_KEY` in the environment, `"key"` in the file.
    public let key: String
    /// What its value may be.
    public let kind: Kind
    /// The value when nothing is said; nil for none.
    public let absent: String?
    /// One sentence for the documentation.
    public let help: String

    /// Declares a setting.
    public init(_ key: String, _ kind: Kind, absent: String? = nil, _ help: String) {
        self.key = key
        self.kind = kind
        self.absent = absent
        self.help = help
    }

    /// The types of values and their bounds.
    public enum Kind: Sendable {
        /// Any text.
        case text
        /// A whole number in bounds.
        case number(ClosedRange<Int>)
        /// true or false.
        case flag
        /// One of these words.
        case choice([String])
        /// Where to listen: `ServerAddress`'s form.
        case address
        /// The other service's address; calls are signed for the path `/rpc`.
        case peer
        /// Ranges of network addresses by comma; none is allowed.
        case blocks
    }

    /// The variable's name in the environment.
    var variable: String { "LATCHKEY_" + key.uppercased().replacing("-", with: "_") }

    /// Why a value cannot be used; nil when it can.
    func complaint(about value: String) -> String? {
        switch kind {
        case .text: nil
        case .flag: ["true", "false"].contains(value) ? nil : "must be true or false"
        case .choice(let words): words.contains(value) ? nil : "must be one of \(words.joined(separator: ", "))"
        case .address: ServerAddress(value) == nil ? "must be host:port, [address]:port or unix:PATH" : nil
        case .peer:
            value.wholeMatch(of: /https?:\/\/[^\/?#\s]+\/rpc/) == nil ? "must be http://host:port/rpc" : nil
        case .blocks:
            AddressBlock.list(value) == nil ? "must be addresses or blocks such as 10.0.0.0/8, by comma" : nil
        case .number(let bounds):
            Int(value).map(bounds.contains) == true
                ? nil : "must be a whole number from \(bounds.lowerBound) to \(bounds.upperBound)"
        }
    }
}
