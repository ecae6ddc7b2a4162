import LatchkeyDevice
import StrictJSON

extension Step {
    private static let kinds = ["do", "call", "sms", "wait", "kill", "local", "operator", "codes", "holds", "note"]
    private static let others = ["as", "with", "expect", "take", "within", "patience", "service", "token", "says"]

    /// Reads a step; a member it does not know is refused, so that a typo is never an expectation that is not checked.
    init(_ value: JSON, number: Int, file: (String) throws -> String) throws {
        guard case .object(let object) = value else { throw StoryMistake("step \(number) is no object") }
        let kinds = Self.kinds.filter { object[$0] != nil }
        guard let kind = kinds.first, kinds.count == 1, let what = object[kind] else {
            throw StoryMistake("step \(number) must have exactly one of \(Self.kinds.joined(separator: ", "))")
        }
        if let stranger = object.keys.first(where: { $0 != kind && !Self.others.contains($0) }) {
            throw StoryMistake("step \(number) has an unknown member “\(stranger)”")
        }
        self.number = number
        device = object["as"]?.string
        action = try Self.action(kind, what, number)
        with = try Self.filled(object["with"]?.object ?? [:], file)
        switch action {
        case .local, .codes, .holds: expect = what
        case .call, .verb, .sms, .wait, .kill, .operate, .note: expect = object["expect"]
        }
        take = (object["take"]?.object ?? [:]).map { ($0.key, $0.value.string ?? "") }
        withinMs = object["within"]?.number?.int64
        patienceMs = object["patience"]?.number?.int64 ?? 0
        service = object["service"]?.string
        token = object["token"]
        says = object["says"]?.string ?? (kind == "note" ? what.string : nil)
        if device == nil, kind == "do" || kind == "local" || kind == "codes" {
            throw StoryMistake("step \(number) needs “as”")
        }
    }

    private static func action(_ kind: String, _ what: JSON, _ number: Int) throws -> Action {
        switch (kind, what) {
        case ("local", .object): return .local
        case ("codes", .object): return .codes
        case ("holds", .object): return .holds
        case ("wait", .object(let wait)):
            if let ms = wait["ms"]?.number?.int64 { return .wait(.ms(ms)) }
            if let ms = wait["advance"]?.number?.int64 { return .wait(.advance(ms)) }
            if let ms = wait["codesLast"]?.number?.int64 { return .wait(.codesLast(ms)) }
        case ("call", .string(let name)): return .call(name)
        case ("sms", .string(let name)): return .sms(name)
        case ("kill", .string(let name)): return .kill(name)
        case ("operator", .string(let name)): return .operate(name)
        case ("note", .string): return .note
        case ("do", .string(let name)): if let verb = Verb(rawValue: name) { return .verb(verb) }
        default: break
        }
        throw StoryMistake("step \(number): “\(kind)” cannot be \(what.text)")
    }

    /// Replaces `{"file": name}` by the text of that file.
    private static func filled(_ with: JSONObject, _ file: (String) throws -> String) throws -> JSONObject {
        var filled = with
        for (name, value) in with {
            if let object = value.object, object.count == 1, let path = object["file"]?.string {
                filled[name] = .string(try file(path))
            }
        }
        return filled
    }

    /// The step in a few words, for failures and transcripts.
    public var doing: String {
        let who = device.map { "\($0): " } ?? ""
        return switch action {
        case .call(let method): "\(who)call \(method)"
        case .verb(let verb): "\(who)\(verb.rawValue)"
        case .sms(let person): "the message to \(person)"
        case .wait: "wait"
        case .kill(let service): "kill \(service)"
        case .local: "\(who)local store"
        case .operate(let verb): "operator: \(verb)"
        case .codes: "\(who)codes made by another program"
        case .holds: "what the vault's database holds"
        case .note: "note"
        }
    }
}
