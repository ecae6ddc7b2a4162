/// One step from a value to a value inside it.
enum Step {
    case root
    case member(String)
    case element(Int)

    /// The step as a coding key; nil for the root.
    var key: StepKey? {
        switch self {
        case .root: nil
        case .member(let name): StepKey(stringValue: name)
        case .element(let index): StepKey(intValue: index)
        }
    }

    /// A path as it is told to a caller, names cut at 64 characters: `ops[0].id`.
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

/// A coding key made of a step.
struct StepKey: CodingKey {
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
