import LatchkeyDevice
import Primitives
public import StrictJSON

/// Plays a story to its end, or to the first expectation that does not come true.
public struct Player: Sendable {
    private let driver: any Driver
    private let watching: @Sendable (Step, JSONObject) async throws -> Void

    /// - Parameter watching: sees each step that went as expected, and what came of it.
    public init(
        _ driver: any Driver, watching: @escaping @Sendable (Step, JSONObject) async throws -> Void = { _, _ in }
    ) {
        self.driver = driver
        self.watching = watching
    }

    /// Plays it.
    ///
    /// - Throws: `StoryFailure` for an expectation, `StoryMistake` for the story itself.
    public func play(_ story: Story) async throws {
        var names = Names()
        for person in story.people { names[person.name] = .string(number(person.phone)) }
        try await driver.begin(story.devices)
        var began = driver.steady.now
        for step in story.steps {
            let answer = try await take(step, &names, since: began)
            began = driver.steady.now
            for (name, path) in step.take { try names.take(name, path, from: .object(answer)) }
            try await watching(step, answer)
        }
    }

    /// Does a step until it goes as expected, as long as it may take; gives what came of it.
    private func take(_ step: Step, _ names: inout Names, since began: SteadyInstant) async throws -> JSONObject {
        while true {
            let asked = driver.steady.now
            let answer = try await attempt(step, &names)
            guard let expect = step.expect else { return answer }
            let expected = try names.filled(expect)
            guard let found = try Expectation.difference(expected, .object(answer)) else { return answer }
            guard let within = step.withinMs, (asked - began).ms < within else {
                throw StoryFailure(
                    step: step.number, doing: step.doing, place: found.place, expected: found.expected,
                    got: found.place.isEmpty ? .object(answer) : found.got ?? .object(answer))
            }
            try await driver.pause(.milliseconds(50))
        }
    }

    /// Does a step, and again where its refusal says when: a limit on sends as far as the step has the patience for it,
    /// `unavailable` as every caller should, for a busy machine may not hold the vault's lease.
    private func attempt(_ step: Step, _ names: inout Names) async throws -> JSONObject {
        var patience = ["sendLimit": step.patienceMs, "unavailable": step.withinMs == nil ? Self.doubtMs : 0]
        while true {
            let answer = try await act(step, &names)
            guard let fault = answer["fault"]?.string, step.expect?["fault"] != .string(fault),
                let wait = answer["data"]?["retryAfterMs"]?.number?.int64, wait <= patience[fault, default: 0]
            else { return answer }
            patience[fault, default: 0] -= wait
            try await driver.pause(.milliseconds(wait + 50))
        }
    }

    /// How long `unavailable` is waited out in one step, unless the step itself says within what time.
    private static let doubtMs: Int64 = 15_000

    private func act(_ step: Step, _ names: inout Names) async throws -> JSONObject {
        let with = try names.filled(step.with)
        let device = step.device ?? ""
        switch step.action {
        case .verb(let verb): return try await driver.run(verb, with, on: device)
        case .call(let method): return try await call(method, with, step, names)
        case .operate(let command): return try await driver.operate(command, with)
        case .local:
            var local = try await driver.run(.list, [:], on: device)
            local["profile"] = .object(try await driver.run(.standing, [:], on: device))
            return local
        case .codes: return try await codes(on: device)
        case .sms(let person):
            let code = try await message(to: person, names)
            names["code"] = .string(code)
            return ["code": .string(code)]
        case .wait(.ms(let ms)): try await driver.pause(.milliseconds(ms))
        case .wait(.codesLast(let ms)):
            let left = 30_000 - driver.wall.now.ms % 30_000
            if left < ms { try await driver.pause(.milliseconds(left)) }
        case .kill(let service): try await driver.kill(service)
        case .wait(.advance(let ms)): try await driver.advance(.milliseconds(ms))
        case .holds: return try await driver.vaultRows(of: with["account"]?.string ?? "")
        case .note: break
        }
        return [:]
    }

    private func call(_ method: String, _ with: JSONObject, _ step: Step, _ names: Names) async throws -> JSONObject {
        let token = try step.token.map(names.filled)
        guard let device = step.device else {
            return try await driver.call(method, .object(with), service: step.service, token: token)
        }
        var arguments: JSONObject = ["method": .string(method), "params": .object(with)]
        arguments["service"] = step.service.map { .string($0) }
        arguments["token"] = token
        return try await driver.run(.call, arguments, on: device)
    }

    private func codes(on device: String) async throws -> JSONObject {
        let list = try await driver.run(.list, ["secrets": true], on: device)
        let moment = Instant(ms: Int64(list["atMs"]?.string ?? "") ?? 0)
        var agree = 0
        var differ: [JSON] = []
        for case .object(let entry) in list["entries"]?.array ?? [] where entry["code"] != nil {
            let code = try await driver.independentCode(of: entry, at: moment)
            if entry["code"] == .string(code) { agree += 1 } else { differ.append(entry["id"] ?? .null) }
        }
        return ["agree": .number(JSONNumber(agree)), "differ": .array(differ)]
    }

    private func message(to person: String, _ names: Names) async throws -> String {
        guard let phone = names[person]?.string else { throw StoryMistake("nobody is called \(person)") }
        for _ in 0..<200 {
            if let code = try await driver.code(for: phone) { return code }
            try await driver.pause(.milliseconds(50))
        }
        throw StoryMistake("no message came to \(person) within 10 s")
    }

    private func number(_ pattern: String) -> String {
        String(pattern.map { $0 == "#" ? Character(driver.random.digits(1)) : $0 })
    }
}
