/// One step of a coding path: from a value to a value inside it.
enum CodingPathStep {
    /// No step: the value itself.
    case root
    case member(String)
    case element(Int)

    /// The coding key of the step; nil for the root.
    var key: CodingPathKey? {
        switch self {
        case .root: nil
        case .member(let name): CodingPathKey(stringValue: name)
        case .element(let index): CodingPathKey(intValue: index)
        }
    }

    /// Returns a path in the form in which faults name it, such as `ops[0].id`; names are cut at 64 characters.
    static func text(of path: [any CodingKey]) -> String {
        var text = ""
        for key in path {
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += (text.isEmpty ? "" : ".") + key.stringValue.prefix(64)
            }
        }
        return text
    }
}

/// The coding key of a step.
struct CodingPathKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }
}
