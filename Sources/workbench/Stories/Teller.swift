import Foundation
import LatchkeyDevice
import Stories
import StrictJSON

/// Tells a story as it is played: each step in plain words, then what the person sees.
struct Teller: Sendable {
    private let story: Story
    private let speaks: Bool

    init(_ story: Story, speaks: Bool) {
        self.story = story
        self.speaks = speaks
    }

    func begin() {
        guard speaks else { return }
        print("\n\u{1B}[1m\(story.title)\u{1B}[0m")
    }

    func tell(_ step: Step, _ answer: JSONObject) {
        guard speaks else { return }
        if let says = step.says { print("\n\(step.number). \(says)") }
        let lines = screen(step, answer).split(separator: "\n", omittingEmptySubsequences: false)
        let frame = step.device.map { "   \($0) │ " } ?? "     │ "
        for line in lines where !line.isEmpty { print(frame + line) }
        fflush(nil)
    }

    /// What the person sees after a step; empty where there is nothing to see.
    private func screen(_ step: Step, _ answer: JSONObject) -> String {
        if let fault = answer["fault"]?.string {
            let status = answer["status"]?.number.map { "HTTP \($0.token), " } ?? ""
            return "\(status)\(fault): \(answer["sentence"]?.string ?? answer["message"]?.string ?? "")"
        }
        switch step.action {
        case .verb(let verb): return Telling.text(of: verb, answer)
        case .local: return Telling.text(of: .list, answer) + "\n" + (answer["profile"]?["notice"]?.string ?? "")
        case .codes: return "\(answer["agree"]?.number?.token ?? "0") codes agree with another program's."
        case .sms: return "Your code is \(answer["code"]?.string ?? "")."
        case .call(let method): return "\(method): \((answer["result"] ?? .null).text.prefix(160))"
        case .holds: return answer.map { "\($0.key): \($0.value.text)" }.joined(separator: ", ")
        case .operate, .wait, .kill, .note: return ""
        }
    }
}
