import DeviceCommands
import Glibc
import Stories
import StrictJSON

/// Prints a story while it is played: each step in plain words, and what the person sees on the device.
struct StoryPrinter: Sendable {
    private let story: Story
    private let isEnabled: Bool

    init(_ story: Story, isEnabled: Bool) {
        self.story = story
        self.isEnabled = isEnabled
    }

    func printTitle() {
        guard isEnabled else { return }
        print("\n\u{1B}[1m\(story.title)\u{1B}[0m")
    }

    func printStep(_ step: StoryStep, _ answer: JSONObject) throws {
        guard isEnabled else { return }
        if let says = step.says { print("\n\(step.number). \(says)") }
        let lines = try screen(step, answer).split(separator: "\n", omittingEmptySubsequences: false)
        if step.loses != nil { print("   (The answer is lost.)") }
        if step.atOnce > 1 { print("   (\(step.atOnce) times at once.)") }
        let prefix = step.device.map { "   \($0) │ " } ?? "     │ "
        for line in lines where !line.isEmpty { print(prefix + line) }
        fflush(nil)
    }

    /// The text on the screen after a step; empty where the step shows nothing.
    private func screen(_ step: StoryStep, _ answer: JSONObject) throws -> String {
        if let fault = answer["fault"]?.string {
            let status = answer["status"]?.number.map { "HTTP \($0.token), " } ?? ""
            return "\(status)\(fault): \(answer["sentence"]?.string ?? answer["message"]?.string ?? "")"
        }
        switch step.action {
        case .command(let name): return try name.text(of: answer)
        case .local:
            return try CommandName.list.text(of: answer) + "\n" + (answer["profile"]?["notice"]?.string ?? "")
        case .codes: return "\(answer["agree"]?.number?.token ?? "0") codes agree with another program's."
        case .sms: return "Your code is \(answer["code"]?.string ?? "")."
        case .call(let method): return "\(method): \((answer["result"] ?? .null).text.prefix(160))"
        case .administer(.showUser): return Self.person(answer)
        case .administer(.deleteUser): return "The account is deleted, and its number is free."
        case .administer(.endSessions):
            let suspended = (answer["suspended"]?.array ?? []).map { $0["name"]?.string ?? "" }
            return (["Every session has ended."] + suspended.map { "“\($0)” stays suspended." }).joined(separator: " ")
        case .administer(.moveGroup): return "The person is moved to \(answer["group"]?.string ?? "")."
        case .administer(.createGroup): return "The group \(answer["group"]?.string ?? "") is created."
        case .copyProfile(let source): return "The profile of \(source) is copied."
        case .putProfile(let source): return "This is now the copied profile of \(source)."
        case .holds: return answer.map { "\($0.key): \($0.value.text)" }.joined(separator: ", ")
        case .operate, .wait, .kill, .backup, .restore, .note: return ""
        }
    }

    /// What the administrator reads of a person before deciding.
    private static func person(_ answer: JSONObject) -> String {
        let devices = answer["devices"]?.array ?? [], waiting = answer["waiting"]?.array ?? []
        return "\(answer["phone"]?.string ?? ""): \(answer["state"]?.string ?? ""), "
            + "devices admitted: \(devices.count { $0["isAdmitted"] == true }), waiting: \(waiting.count)."
    }
}
