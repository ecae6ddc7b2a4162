/// The words of one engine, made from the words every store writes.
public enum Dialect: Sendable, Hashable {
    /// The embedded engine: one writer, so rows need no locks.
    case sqlite
    /// The engine to grow on.
    case postgres

    /// The text of a statement, its fragments `{lockRow}` and `{claim}` filled in.
    public func render(_ text: String) -> String {
        switch self {
        case .sqlite:
            text.replacing("{lockRow}", by: "").replacing("{claim}", by: "")
        case .postgres:
            text.replacing("{lockRow}", by: "FOR UPDATE").replacing("{claim}", by: "FOR UPDATE SKIP LOCKED")
        }
    }
}

extension String {
    /// This text with every occurrence of a fragment replaced; the standard library alone has no such thing for us.
    func replacing(_ fragment: String, by word: String) -> String {
        guard contains("{") else { return self }
        var made = "", rest = self[...]
        while let open = rest.firstIndex(of: "{") {
            made += rest[..<open]
            rest = rest[open...]
            if rest.hasPrefix(fragment) {
                made += word
                rest = rest.dropFirst(fragment.count)
            } else {
                made.append(rest.removeFirst())
            }
        }
        return made + rest
    }
}
