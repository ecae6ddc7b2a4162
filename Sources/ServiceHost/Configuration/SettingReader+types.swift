public import RPCServer

extension SettingReader {
    public mutating func text(
        _ key: String, default text: String, isLive: Bool = false, _ help: String
    ) throws(SettingsFault) -> String {
        try value(key, default: text, shown: text, format: "a text", isLive: isLive, help) { $0 }
    }

    /// A text that may be absent; an empty one counts as absent.
    public mutating func optionalText(
        _ key: String, isLive: Bool = false, _ help: String
    ) throws(SettingsFault) -> String? {
        let text = try text(key, default: "", isLive: isLive, help)
        return text.isEmpty ? nil : text
    }

    public mutating func number(
        _ key: String, _ bounds: ClosedRange<Int>, default number: Int, isLive: Bool = false, _ help: String
    ) throws(SettingsFault) -> Int {
        let format = "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)"
        return try value(key, default: number, shown: "\(number)", format: format, isLive: isLive, help) { text in
            Int(text).flatMap { bounds.contains($0) ? $0 : nil }
        }
    }

    public mutating func flag(_ key: String, default flag: Bool, _ help: String) throws(SettingsFault) -> Bool {
        try value(key, default: flag, shown: "\(flag)", format: "true or false", help) { Bool($0) }
    }

    /// One of the raw values of some cases.
    public mutating func choice<Choice: RawRepresentable<String>>(
        _ key: String, of choices: [Choice], default choice: Choice, isLive: Bool = false, _ help: String
    ) throws(SettingsFault) -> Choice {
        let format = "one of \(choices.map(\.rawValue).joined(separator: ", "))"
        return try value(key, default: choice, shown: choice.rawValue, format: format, isLive: isLive, help) { text in
            choices.first { $0.rawValue == text }
        }
    }

    /// An address to listen on.
    public mutating func address(
        _ key: String, default address: ServerAddress, _ help: String
    ) throws(SettingsFault) -> ServerAddress {
        let format = "host:port, [address]:port or unix:PATH"
        return try value(key, default: address, shown: "\(address)", format: format, help) { ServerAddress($0) }
    }

    /// Ranges of network addresses, separated by commas, or `none`; nil if the setting is absent or empty.
    public mutating func addressBlocks(_ key: String, _ help: String) throws(SettingsFault) -> [AddressBlock]? {
        let format = "addresses or blocks such as 10.0.0.0/8, separated by commas, or none"
        return try value(key, default: nil, shown: "", format: format, help) { text in
            if text.isEmpty { return .some(nil) }
            return text == "none" ? [] : AddressBlock.list(text).map { .some($0) }
        }
    }
}
