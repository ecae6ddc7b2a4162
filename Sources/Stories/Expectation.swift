public import StrictJSON

/// Compares an answer with the expectation of a story.
///
/// - A text, a number, true and false stand for themselves.
/// - `null` stands for an absent or null value, and `"*"` for any other value.
/// - `{"matches": …}` is a regular expression that must match a whole text.
/// - An array must have exactly these items in this order.
/// - An object must have at least these members.
public enum Expectation {
    /// The first difference found.
    public struct Difference: Sendable {
        /// The path within the expectation, such as `entries[1].issuer`; empty for the whole answer.
        public let path: String
        public let expected: JSON, actual: JSON?
    }

    /// Returns the first difference; nil where the answer is as expected.
    public static func difference(_ expected: JSON, _ actual: JSON?, at path: String = "") throws -> Difference? {
        let different = Difference(path: path, expected: expected, actual: actual)
        switch (expected, actual) {
        case (.null, nil), (.null, .null?): return nil
        case (.string("*"), let actual?): return actual.isNull ? different : nil
        case (.object(let object), let actual?) where object.count == 1 && object["matches"]?.string != nil:
            let pattern = try Regex(object["matches"]?.string ?? "")
            guard let text = actual.string, text.wholeMatch(of: pattern) != nil else { return different }
            return nil
        case (.object(let object), .object(let other)?):
            for (name, value) in object {
                let inside = path.isEmpty ? name : "\(path).\(name)"
                if let found = try difference(value, other[name], at: inside) { return found }
            }
            return nil
        case (.array(let items), .array(let others)?):
            guard items.count == others.count else { return different }
            for (index, (item, other)) in zip(items, others).enumerated() {
                if let found = try difference(item, other, at: "\(path)[\(index)]") { return found }
            }
            return nil
        default: return expected == actual ? nil : different
        }
    }
}
