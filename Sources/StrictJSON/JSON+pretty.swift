extension JSON {
    /// The JSON text with one member or element on a line, two spaces of indentation a level and a final line break.
    public var pretty: String {
        var text = ""
        write(into: &text, indent: "\n")
        return text + "\n"
    }

    private func write(into text: inout String, indent: String) {
        let inner = indent + "  "
        switch self {
        case .array(let items) where !items.isEmpty:
            for (index, item) in items.enumerated() {
                text += (index == 0 ? "[" : ",") + inner
                item.write(into: &text, indent: inner)
            }
            text += indent + "]"
        case .object(let object) where !object.isEmpty:
            for (index, member) in object.enumerated() {
                text += (index == 0 ? "{" : ",") + inner + JSON.string(member.key).text + ": "
                member.value.write(into: &text, indent: inner)
            }
            text += indent + "}"
        case .null, .bool, .number, .string, .array, .object: text += self.text
        }
    }
}
