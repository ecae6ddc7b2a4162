import StrictJSON

/// One line of `doctor`: what was looked at, how it is, and what to do.
public struct Finding: Sendable, Hashable {
    public enum Severity: String, Sendable, Hashable, CaseIterable {
        case ok, warning, fault
    }

    public let name: FindingName
    public let severity: Severity
    /// One sentence; of a warning or fault it says what to do.
    public let text: String

    public init(_ name: FindingName, _ severity: Severity, _ text: String) {
        self.name = name
        self.severity = severity
        self.text = text.split(separator: "\n").joined(separator: "; ")
    }

    /// The line for people, with the severity in a column of its own.
    var line: String {
        severity.rawValue + String(repeating: " ", count: 9 - severity.rawValue.count) + "\(name.rawValue): \(text)"
    }

    var json: JSON {
        ["name": .string(name.rawValue), "severity": .string(severity.rawValue), "text": .string(text)]
    }

    /// Reads what ``json`` has written; nil if it is another value, for example of a later version.
    init?(_ json: JSON) {
        guard case .object(let members) = json, case .string(let name)? = members["name"],
            case .string(let severity)? = members["severity"], case .string(let text)? = members["text"],
            let name = FindingName(rawValue: name), let severity = Severity(rawValue: severity)
        else { return nil }
        self.init(name, severity, text)
    }
}
