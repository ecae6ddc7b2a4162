import DeviceCommands
import Primitives
public import StrictJSON

/// Plays a story to its end, or to the first answer that is not as expected.
public struct StoryRunner: Sendable {
    private let driver: any StoryDriver
    private let observe: @Sendable (StoryStep, JSONObject) async throws -> Void

    /// - Parameter observe: called after each step that went as expected, with its answer.
    public init(
        _ driver: any StoryDriver,
        observe: @escaping @Sendable (StoryStep, JSONObject) async throws -> Void = { _, _ in }
    ) {
        self.driver = driver
        self.observe = observe
    }

    /// - Throws: `StoryFailure` for an answer that is not as expected, `StoryError` for a story that cannot be played
    ///   as it is written, and what the driver or `observe` throws.
    public func play(_ story: Story) async throws {
        var variables = StoryVariables()
        for person in story.people { variables[person.name] = .string(number(person.phone)) }
        try await driver.begin(story.devices)
        var began = driver.steady.now
        for step in story.steps {
            let answer = try await play(step, &variables, since: began)
            began = driver.steady.now
            for (name, path) in step.take { try variables.take(name, path, from: .object(answer)) }
            try await observe(step, answer)
        }
    }

    /// Repeats a step until its answer is as expected or its `within` has passed since the step before. A step without
    /// `within` fails at its first other answer.
    private func play(
        _ step: StoryStep, _ variables: inout StoryVariables, since began: SteadyInstant
    ) async throws -> JSONObject {
        while true {
            let sentAt = driver.steady.now
            let answer = try await step.atOnce > 1 ? attemptAtOnce(step, variables) : attempt(step, &variables)
            guard let expect = step.expect else { return answer }
            let expected = try variables.substituted(in: expect)
            guard let found = try Expectation.difference(expected, .object(answer)) else { return answer }
            guard let within = step.withinMs, (sentAt - began).ms < within else {
                throw StoryFailure(
                    step: step.number, summary: step.summary, path: found.path, expected: found.expected,
                    actual: found.path.isEmpty ? .object(answer) : found.actual ?? .object(answer))
            }
            try await driver.pause(.milliseconds(50))
        }
    }

    /// Carries a step out, and repeats it after a refusal that the step does not expect and that names a time to wait.
    ///
    /// The step's `patience` limits the sum of the waits for `sendLimit`. A vault on a busy machine may lose its lease
    /// for a moment, so every step without `within` also waits for `unavailable`, up to 15 s in all.
    private func attempt(_ step: StoryStep, _ variables: inout StoryVariables) async throws -> JSONObject {
        var patience = ["sendLimit": step.patienceMs, "unavailable": step.withinMs == nil ? 15_000 : 0]
        while true {
            let answer = try await carryOut(step, &variables)
            guard let fault = answer["fault"]?.string, step.expect?["fault"] != .string(fault),
                let wait = answer["data"]?["retryAfterMs"]?.number?.int64, wait <= patience[fault, default: 0]
            else { return answer }
            patience[fault, default: 0] -= wait
            try await driver.pause(.milliseconds(wait + 50))
        }
    }

    /// Carries a step out as often at once as it says, and returns the first answer that is not as expected; if all are,
    /// one of them.
    private func attemptAtOnce(_ step: StoryStep, _ variables: StoryVariables) async throws -> JSONObject {
        let expected = try step.expect.map(variables.substituted)
        return try await withThrowingTaskGroup(of: JSONObject.self) { group in
            for _ in 0..<step.atOnce {
                group.addTask {
                    var own = variables
                    return try await attempt(step, &own)
                }
            }
            var answers: [JSONObject] = []
            for try await answer in group { answers.append(answer) }
            let unexpected = try answers.first { answer in
                try expected.map { try Expectation.difference($0, .object(answer)) != nil } ?? false
            }
            return unexpected ?? answers[0]
        }
    }

    private func carryOut(_ step: StoryStep, _ variables: inout StoryVariables) async throws -> JSONObject {
        let with = try variables.substituted(in: step.with)
        let device = step.device ?? ""
        switch step.action {
        case .command(let name): return try await run(name, with, on: device, losing: step.loses)
        case .call(let method): return try await call(method, with, step, variables)
        case .operate(let command): return try await driver.operate(command, with)
        case .administer(let command): return try await driver.administer(command, with)
        case .local:
            var local = try await driver.run(ListEntries(), on: device)
            local["profile"] = .object(try await driver.run(ShowStanding(), on: device))
            return local
        case .codes: return try await compareCodes(on: device)
        case .sms(let person):
            let code = try await code(sentTo: person, variables)
            variables["code"] = .string(code)
            return ["code": .string(code)]
        case .wait(.ms(let ms)): try await driver.pause(.milliseconds(ms))
        case .wait(.codesLast(let ms)):
            let left = 30_000 - driver.wall.now.ms % 30_000
            if left < ms { try await driver.pause(.milliseconds(left)) }
        case .wait(.advance(let ms)): try await driver.advance(.milliseconds(ms))
        case .kill(let service): try await driver.kill(service)
        case .backup(let service): try await driver.backUp(service)
        case .restore(let service): try await driver.restore(service)
        case .copyProfile(let source): try await driver.copyProfile(of: source)
        case .putProfile(let source): try await driver.putProfile(of: source, on: device)
        case .holds: return try await driver.vaultRows(of: with["account"]?.string ?? "")
        case .note: break
        }
        return [:]
    }

    private func run(
        _ name: CommandName, _ arguments: JSONObject, on device: String, losing method: String? = nil
    ) async throws -> JSONObject {
        let command: any DeviceCommand
        do {
            command = try name.command(arguments)
        } catch {
            return error.object
        }
        return try await driver.run(command, on: device, losing: method)
    }

    private func call(
        _ method: String, _ params: JSONObject, _ step: StoryStep, _ variables: StoryVariables
    ) async throws -> JSONObject {
        let token = try step.token.map(variables.substituted)
        guard let device = step.device else {
            return try await driver.call(method, .object(params), service: step.service, token: token)
        }
        var arguments: JSONObject = ["method": .string(method), "params": .object(params)]
        arguments["service"] = step.service.map { .string($0) }
        arguments["token"] = token
        return try await run(.call, arguments, on: device)
    }

    /// Computes each listed code again with another program, and counts those that agree.
    private func compareCodes(on device: String) async throws -> JSONObject {
        let list = try await driver.run(ListEntries(secrets: true), on: device)
        let moment = Instant(ms: Int64(list["atMs"]?.string ?? "") ?? 0)
        var agree = 0
        var differ: [JSON] = []
        for case .object(let entry) in list["entries"]?.array ?? [] where entry["code"] != nil {
            let code = try await driver.independentCode(of: entry, at: moment)
            if entry["code"] == .string(code) { agree += 1 } else { differ.append(entry["id"] ?? .null) }
        }
        return ["agree": .number(JSONNumber(agree)), "differ": .array(differ)]
    }

    /// Waits up to 10 s for a message to a person.
    private func code(sentTo person: String, _ variables: StoryVariables) async throws -> String {
        guard let phone = variables[person]?.string else { throw StoryError("the story has no person \(person)") }
        for _ in 0..<200 {
            if let code = try await driver.code(for: phone) { return code }
            try await driver.pause(.milliseconds(50))
        }
        throw StoryError("no message came to \(person) within 10 s")
    }

    private func number(_ pattern: String) -> String {
        String(pattern.map { $0 == "#" ? Character(driver.random.digits(1)) : $0 })
    }
}
