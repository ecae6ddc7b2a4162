public import StrictJSON

/// Compares what came with what a story says.
///
/// Texts, numbers and truth values are literal; `"*"` is anything but nothing; `null` is nothing; `{"matches": …}` is a
/// regular expression for the whole text; an array has exactly these items in this order; an object has at least these
/// members.
public enum Expectation {
    /// Where something differs.
    public struct Difference: Sendable {
        /// A path into the expectation; "" for all of it.
        public let place: String
        /// What was said there, and what came.
        public let expected: JSON, got: JSON?
    }

    /// The first difference; nil where all is as it was said.
    public static func difference(_ expected: JSON, _ got: JSON?, at place: String = "") throws -> Difference? {
        let different = Difference(place: place, expected: expected, got: got)
        switch (expected, got) {
        case (.null, nil), (.null, .null?): return nil
        case (.string("*"), let got?): return got.isNull ? different : nil
        case (.object(let object), let got?) where object.count == 1 && object["matches"]?.string != nil:
            let pattern = try Regex(object["matches"]?.string ?? "")
            guard let text = got.string, text.wholeMatch(of: pattern) != nil else { return different }
            return nil
        case (.object(let object), .object(let came)?):
            for (name, value) in object {
                let inside = place.isEmpty ? name : "\(place).\(name)"
                if let found = try difference(value, came[name], at: inside) { return found }
            }
            return nil
        case (.array(let items), .array(let came)?):
            guard items.count == came.count else { return different }
            for (index, (item, other)) in zip(items, came).enumerated() {
                if let found = try difference(item, other, at: "\(place)[\(index)]") { return found }
            }
            return nil
        default: return expected == got ? nil : different
        }
    }
}
