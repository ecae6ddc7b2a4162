import DeviceCommands
import StrictJSON

extension StoryStep {
    private static let actions = [
        "do", "call", "sms", "wait", "kill", "backup", "restore", "copyProfile", "putProfile", "local", "operator",
        "administrator", "codes", "holds", "note",
    ]
    private static let members = [
        "as", "with", "expect", "take", "within", "patience", "atOnce", "loses", "service", "token", "says", "shows",
    ]

    /// Reads a step. An unknown member is refused, so that a misspelt `expect` does not go unchecked.
    init(_ value: JSON, number: Int, file: (String) throws -> String) throws {
        guard case .object(let object) = value else { throw StoryError("step \(number) is no object") }
        let actions = Self.actions.filter { object[$0] != nil }
        guard let name = actions.first, actions.count == 1, let value = object[name] else {
            throw StoryError("step \(number) must have exactly one of \(Self.actions.joined(separator: ", "))")
        }
        if let unknown = object.keys.first(where: { $0 != name && !Self.members.contains($0) }) {
            throw StoryError("step \(number) has an unknown member “\(unknown)”")
        }
        self.number = number
        device = object["as"]?.string
        action = try Self.action(name, value, number)
        with = try Self.withFiles(object["with"]?.object ?? [:], file)
        switch action {
        case .local, .codes, .holds: expect = value
        case .call, .command, .sms, .wait, .kill, .backup, .restore, .operate, .administer, .copyProfile,
            .putProfile, .note:
            expect = object["expect"]
        }
        take = (object["take"]?.object ?? [:]).map { ($0.key, $0.value.string ?? "") }
        withinMs = object["within"]?.number?.int64
        patienceMs = object["patience"]?.number?.int64 ?? 0
        atOnce = try Self.atOnce(object["atOnce"], number)
        loses = try object["loses"].map { try Self.method($0, number) }
        service = object["service"]?.string
        token = object["token"]
        says = object["says"]?.string ?? (name == "note" ? value.string : nil)
        shows = try Self.marks(object["shows"], number)
        if device == nil, ["do", "local", "codes", "putProfile"].contains(name) {
            throw StoryError("step \(number) needs “as”")
        }
        if name != "do", let only = ["atOnce", "loses"].first(where: { object[$0] != nil }) {
            throw StoryError("step \(number): only “do” has “\(only)”")
        }
    }

    private static func atOnce(_ value: JSON?, _ number: Int) throws -> Int {
        guard let value else { return 1 }
        guard let times = value.number?.int64, (2...64).contains(times) else {
            throw StoryError("step \(number): “atOnce” must be a number from 2 to 64")
        }
        return Int(times)
    }

    private static func marks(_ value: JSON?, _ number: Int) throws -> [String] {
        guard let value else { return [] }
        let marks = value.array?.compactMap(\.string) ?? []
        guard !marks.isEmpty, marks.count == value.array?.count else {
            throw StoryError("step \(number): “shows” must be an array of texts")
        }
        return marks
    }

    private static func method(_ value: JSON, _ number: Int) throws -> String {
        guard let method = value.string else { throw StoryError("step \(number): “loses” must name a method") }
        return method
    }

    private static func action(_ name: String, _ value: JSON, _ number: Int) throws -> Action {
        switch (name, value) {
        case ("local", .object): return .local
        case ("codes", .object): return .codes
        case ("holds", .object): return .holds
        case ("wait", .object(let wait)):
            if let ms = wait["ms"]?.number?.int64 { return .wait(.ms(ms)) }
            if let ms = wait["advance"]?.number?.int64 { return .wait(.advance(ms)) }
            if let ms = wait["codesLast"]?.number?.int64 { return .wait(.codesLast(ms)) }
        case ("call", .string(let method)): return .call(method)
        case ("sms", .string(let person)): return .sms(person)
        case ("kill", .string(let service)): return .kill(service)
        case ("backup", .string(let service)): return .backup(service)
        case ("restore", .string(let service)): return .restore(service)
        case ("copyProfile", .string(let device)): return .copyProfile(device)
        case ("putProfile", .string(let device)): return .putProfile(device)
        case ("operator", .string(let command)): return .operate(command)
        case ("administrator", .string(let name)):
            if let command = AdministratorCommand(rawValue: name) { return .administer(command) }
        case ("note", .string): return .note
        case ("do", .string(let name)): if let command = CommandName(rawValue: name) { return .command(command) }
        default: break
        }
        throw StoryError("step \(number): “\(name)” cannot be \(value.text)")
    }

    /// Replaces `{"file": name}` by the text of that file.
    private static func withFiles(_ with: JSONObject, _ file: (String) throws -> String) throws -> JSONObject {
        var filled = with
        for (name, value) in with {
            if let object = value.object, object.count == 1, let path = object["file"]?.string {
                filled[name] = .string(try file(path))
            }
        }
        return filled
    }

    /// The step in a few words, for failures.
    public var summary: String {
        let prefix = device.map { "\($0): " } ?? ""
        return switch action {
        case .call(let method): "\(prefix)call \(method)"
        case .command(let name): "\(prefix)\(name.rawValue)\(atOnce > 1 ? ", \(atOnce) times at once" : "")"
        case .sms(let person): "the message to \(person)"
        case .wait: "wait"
        case .kill(let service): "kill \(service)"
        case .backup(let service): "copy the database of \(service)"
        case .restore(let service): "put the copy of \(service) back"
        case .local: "\(prefix)local store"
        case .copyProfile(let source): "copy the profile of \(source)"
        case .putProfile(let source): "\(prefix)the copied profile of \(source)"
        case .operate(let command): "operator: \(command)"
        case .administer(let command): "administrator: \(command.rawValue)"
        case .codes: "\(prefix)codes computed by another program"
        case .holds: "rows of the vault's database"
        case .note: "note"
        }
    }
}
