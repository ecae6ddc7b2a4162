import RPCServer
import StrictJSON

/// Reads each setting of a service once, as a typed value in its bounds.
///
/// A value may come from a JSON file (key `drain-seconds`), from the environment (`LATCHKEY_DRAIN_SECONDS`) and from
/// the command line (`--set drain-seconds=VALUE`); the last of the three wins, and all of them must be valid. Reading a
/// setting also declares it: a given key that nothing has read is refused by ``finish()``.
public struct SettingReader {
    /// The settings read so far, for documents and for ``finish()``.
    public private(set) var declared: [SettingDeclaration] = []
    private var given: [(key: String, value: String, origin: Origin)] = []

    private enum Origin {
        case file(String), environment(String), flag
    }

    /// - Throws: ``SettingsFault`` if the file is not a JSON object of texts, numbers and booleans.
    public init(
        file: (path: String, bytes: [UInt8])? = nil, environment: [String: String] = [:], flags: [String: String] = [:]
    ) throws(SettingsFault) {
        if let file { given = try Self.members(of: file).map { ($0, $1, .file(file.path)) } }
        for (name, value) in environment where name.hasPrefix("LATCHKEY_") && !Self.otherVariables.contains(name) {
            let key = name.dropFirst("LATCHKEY_".count).lowercased().replacing("_", with: "-")
            given.append((key, value, .environment(name)))
        }
        given += flags.sorted { $0.key < $1.key }.map { ($0.key, $0.value, .flag) }
    }

    /// Reads one setting.
    ///
    /// - Parameters:
    ///   - defaultText: the default as the documents show it.
    ///   - format: the end of the sentence "must be …" for a value that `parse` returns nil for.
    ///   - help: one sentence for the documents.
    public mutating func value<Value>(
        _ key: String, default defaultValue: Value, shown defaultText: String, format: String, _ help: String,
        parse: (String) -> Value?
    ) throws(SettingsFault) -> Value {
        declared.append(SettingDeclaration(key: key, format: format, defaultText: defaultText, help: help))
        var result = defaultValue
        for (name, text, origin) in given where name == key {
            guard let value = parse(text) else {
                throw SettingsFault("\(Self.describe(key, origin)) must be \(format)")
            }
            result = value
        }
        return result
    }

    /// Refuses a given key that no setting has.
    public func finish() throws(SettingsFault) {
        for (key, _, origin) in given where !declared.contains(where: { $0.key == key }) {
            switch origin {
            case .file(let path): throw SettingsFault("\(path): there is no setting \"\(key)\"\(hint(key))")
            case .environment(let name):
                throw SettingsFault("the environment has \(name), and there is no such setting: unset it")
            case .flag: throw SettingsFault("--set \(key)=VALUE: there is no such setting\(hint(key))")
            }
        }
    }

    /// Variables with the settings' prefix that belong to tests and to the reference device.
    private static let otherVariables: Set<String> = [
        "LATCHKEY_FAILPOINT", "LATCHKEY_DROP_ROW", "LATCHKEY_SEED", "LATCHKEY_FAULT_LEDGER", "LATCHKEY_AUTH_URL",
        "LATCHKEY_VAULT_URL",
    ]

    private static func describe(_ key: String, _ origin: Origin) -> String {
        switch origin {
        case .file(let path): "\(path): \"\(key)\""
        case .environment(let name): name
        case .flag: "--set \(key)=VALUE"
        }
    }

    private static func members(
        of file: (path: String, bytes: [UInt8])
    ) throws(SettingsFault) -> [(key: String, value: String)] {
        let value: JSON
        do {
            value = try JSON(parsing: file.bytes)
        } catch {
            throw SettingsFault("\(file.path) is not strict JSON, at byte \(error.byteOffset): \(error.reason)")
        }
        guard case .object(let object) = value else {
            throw SettingsFault("\(file.path) is not a JSON object of settings")
        }
        var members: [(key: String, value: String)] = []
        for (key, value) in object {
            switch value {
            case .string(let text): members.append((key, text))
            case .number(let number): members.append((key, number.token))
            case .bool(let flag): members.append((key, flag ? "true" : "false"))
            case .null, .array, .object:
                throw SettingsFault("\(file.path): \"\(key)\" must be a text, a number, true or false")
            }
        }
        return members
    }

    private func hint(_ key: String) -> String {
        let near = key.count < 3 ? [] : declared.map(\.key).filter { $0.hasPrefix(key.prefix(3)) }
        return near.isEmpty ? "" : ": did you mean \(near.joined(separator: " or "))?"
    }
}

/// The documentation of one setting.
public struct SettingDeclaration: Sendable, Hashable {
    /// The key: `--set key=value` on the command line, `LATCHKEY_KEY` in the environment, `"key"` in the file.
    public let key: String
    /// The values it takes, as the end of the sentence "must be …".
    public let format: String
    /// The default; empty for none.
    public let defaultText: String
    public let help: String
}

/// One line for the administrator: which setting is wrong, where its value came from, and what it must be.
public struct SettingsFault: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String

    public init(_ line: String) { description = line }
}
