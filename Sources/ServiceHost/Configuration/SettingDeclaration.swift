/// The documentation of one setting.
public struct SettingDeclaration: Sendable, Hashable {
    /// The key: `--set key=value` on the command line, `LATCHKEY_KEY` in the environment, `"key"` in the file.
    public let key: String
    /// The values it takes, as the end of the sentence "must be …".
    public let format: String
    /// The default; empty for none.
    public let defaultText: String
    public let help: String
    /// True if SIGHUP replaces the value while the service runs.
    public let isLive: Bool
}

/// The value of one setting and where it comes from.
public struct SettingValue: Sendable, Hashable {
    public let key: String
    /// The text that was given, or the default as the documents show it.
    let text: String
    /// The file, the variable or the command line that gave the value; nil for the default.
    public let origin: String?
    /// True if the text may contain a secret.
    let isSecret: Bool

    /// The value as a person may see it: instead of one that may contain a secret, the text says that it is not shown.
    public var shown: String { isSecret && origin != nil ? "(not shown, because it may contain a secret)" : text }
}

/// What is wrong with the settings, in one line for each mistake: which setting is wrong, where its value came from, and
/// what it must be.
public struct SettingsFault: Error, Sendable, Hashable, CustomStringConvertible {
    public let lines: [String]

    public init(_ line: String) { lines = [line] }

    init(_ lines: [String]) { self.lines = lines }

    public var description: String { lines.joined(separator: "\n") }
}
