import StrictJSON

/// The settings of a running service: file, then environment, then flags; each known, typed and in bounds.
public struct Settings: Sendable {
    private let values: [String: String]

    /// Reads the settings once.
    ///
    /// - Throws: `SettingsFault`, one line that says which key where is wrong and what it must be.
    public init(
        _ registry: [Setting], file: (path: String, text: [UInt8])? = nil, environment: [String: String] = [:],
        flags: [String: String] = [:]
    ) throws(SettingsFault) {
        var values: [String: String] = [:]
        for setting in registry { values[setting.key] = setting.absent }
        if let file {
            for (key, value) in try Self.read(file) {
                guard let setting = registry.first(where: { $0.key == key }) else {
                    throw SettingsFault("\(file.path): there is no setting \"\(key)\"\(Self.hint(key, registry))")
                }
                try Self.check(setting, value, "\(file.path): \"\(key)\"")
                values[key] = value
            }
        }
        for (name, value) in environment where name.hasPrefix("LATCHKEY_") && !Self.foreign.contains(name) {
            guard let setting = registry.first(where: { $0.variable == name }) else {
                throw SettingsFault("the environment has \(name), and there is no such setting: unset it")
            }
            try Self.check(setting, value, name)
            values[setting.key] = value
        }
        for (key, value) in flags {
            guard let setting = registry.first(where: { $0.key == key }) else {
                throw SettingsFault("there is no setting --\(key)\(Self.hint(key, registry))")
            }
            try Self.check(setting, value, "--\(key)")
            values[key] = value
        }
        self.values = values
    }

    /// A text; nil when neither said nor defaulted.
    public func text(_ key: String) -> String? { values[key] }

    /// A number; its bounds were checked.
    public func number(_ key: String) -> Int { values[key].flatMap { Int($0) } ?? 0 }

    /// A flag; false when not said.
    public func flag(_ key: String) -> Bool { values[key] == "true" }

    /// Variables of the same prefix that are not settings: test hooks and the reference device's.
    private static let foreign: Set<String> = [
        "LATCHKEY_FAILPOINT", "LATCHKEY_DROP_ROW", "LATCHKEY_SEED", "LATCHKEY_FAULT_LEDGER",
        "LATCHKEY_AUTH_URL", "LATCHKEY_VAULT_URL",
    ]

    private static func check(_ setting: Setting, _ value: String, _ place: String) throws(SettingsFault) {
        if let complaint = setting.complaint(about: value) { throw SettingsFault("\(place) \(complaint)") }
    }

    private static func read(_ file: (path: String, text: [UInt8])) throws(SettingsFault) -> [(String, String)] {
        let value: JSON
        do {
            value = try JSON(parsing: file.text)
        } catch {
            throw SettingsFault("\(file.path) is not strict JSON, at byte \(error.byteOffset): \(error.reason)")
        }
        guard case .object(let object) = value else {
            throw SettingsFault("\(file.path) is not a JSON object of settings")
        }
        var pairs: [(String, String)] = []
        for (key, value) in object {
            switch value {
            case .string(let text): pairs.append((key, text))
            case .number(let number): pairs.append((key, number.token))
            case .bool(let flag): pairs.append((key, flag ? "true" : "false"))
            case .null, .array, .object:
                throw SettingsFault("\(file.path): \"\(key)\" must be a text, a number, true or false")
            }
        }
        return pairs
    }

    private static func hint(_ key: String, _ registry: [Setting]) -> String {
        let near = key.count < 3 ? [] : registry.map(\.key).filter { $0.hasPrefix(key.prefix(3)) }
        return near.isEmpty ? "" : ": did you mean \(near.joined(separator: " or "))?"
    }
}

/// One line for the operator: which setting is wrong, where it stands, what it must be.
public struct SettingsFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line.
    public let description: String

    /// Makes a fault of one line.
    public init(_ line: String) { description = line }
}
