import RPCServer
import StrictJSON

/// Reads each setting of a service once, as a typed value in its bounds.
///
/// A value may come from a JSON file (key `drain-seconds`), from the environment (`LATCHKEY_DRAIN_SECONDS`) and from
/// the command line (`--set drain-seconds=VALUE`); the last of the three wins, and all of them must be valid. Reading a
/// setting also declares it: a given key that nothing has read is refused by ``finish()``.
///
/// What is wrong is collected, so that ``finish()`` reports everything at once: a setting with a wrong value has its
/// default until then.
public struct SettingReader {
    /// The settings read so far, for documents and for ``finish()``.
    public private(set) var declared: [SettingDeclaration] = []
    /// The values of the settings read so far, in the same order.
    public private(set) var values: [SettingValue] = []
    private var given: [(key: String, value: String, origin: Origin)] = []
    private var problems: [String] = []
    /// The keys of the settings that have a wrong value.
    private var wrong: Set<String> = []

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
    ///   - isLive: true if SIGHUP replaces the value while the service runs.
    ///   - isSecret: true if the value may contain a secret, so that no command prints it.
    ///   - help: one sentence for the documents.
    /// - Throws: never at present; a wrong value is kept for ``finish()``.
    public mutating func value<Value>(
        _ key: String, default defaultValue: Value, shown defaultText: String, format: String, isLive: Bool = false,
        isSecret: Bool = false, _ help: String, parse: (String) -> Value?
    ) throws(SettingsFault) -> Value {
        declared.append(
            SettingDeclaration(key: key, format: format, defaultText: defaultText, help: help, isLive: isLive))
        var result = defaultValue
        var shown = SettingValue(key: key, text: defaultText, origin: nil, isSecret: isSecret)
        for (name, text, origin) in given where name == key {
            guard let value = parse(text) else {
                problems.append("\(Self.describe(key, origin)) must be \(format)")
                wrong.insert(key)
                continue
            }
            result = value
            shown = SettingValue(key: key, text: text, origin: Self.source(origin), isSecret: isSecret)
        }
        values.append(shown)
        return result
    }

    /// Reports a rule about several settings that is not kept, unless one of them has a wrong value itself: the rule was
    /// then evaluated on a default that nobody chose.
    ///
    /// - Parameter keys: the settings that the rule is about.
    public mutating func require(_ isKept: Bool, of keys: [String], _ line: @autoclosure () -> String) {
        if !isKept, wrong.isDisjoint(with: keys) { problems.append(line()) }
    }

    /// Reports settings that are given without others they need. Rules about them are not evaluated then.
    mutating func refuse(_ keys: [String], _ line: String) {
        problems.append(line)
        wrong.formUnion(keys)
    }

    /// Refuses wrong values, broken rules, and each given key that no setting has: all of them at once.
    public func finish() throws(SettingsFault) {
        var lines = problems
        for (key, _, origin) in given where !declared.contains(where: { $0.key == key }) {
            switch origin {
            case .file(let path): lines.append("\(path): there is no setting \"\(key)\"\(hint(key))")
            case .environment(let name):
                lines.append("the environment has \(name), and there is no such setting: unset it")
            case .flag: lines.append("--set \(key)=VALUE: there is no such setting\(hint(key))")
            }
        }
        if !lines.isEmpty { throw SettingsFault(lines) }
    }

    /// Variables with the settings' prefix that belong to tests and to the reference device.
    private static let otherVariables: Set<String> = [
        "LATCHKEY_FAILPOINT", "LATCHKEY_DROP_ROW", "LATCHKEY_SEED", "LATCHKEY_FAULT_LEDGER", "LATCHKEY_CLOCK_SHIFT",
        "LATCHKEY_AUTH_URL", "LATCHKEY_VAULT_URL",
    ]

    /// The place that a value comes from, as `config print` shows it.
    private static func source(_ origin: Origin) -> String {
        switch origin {
        case .file(let path): path
        case .environment(let name): name
        case .flag: "command line"
        }
    }

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
