import ArgumentParser
import Contracts
import Primitives
import ServiceHost

struct MessagesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "messages", abstract: "Lists the messages with codes of the last two days, the newest first.")

    @OptionGroup var service: AdministrationOptions
    @Option(help: "Only the messages to this phone number.") var phone: String?
    @Option(help: "The largest number of messages, at most 200.") var limit = 100

    func run() async throws {
        let answer = try await service.call(MessageList.self, .init(phone: phone, limit: limit))
        try service.show(answer) { answer.messages.map(Self.line) }
    }

    /// One message as a line: when, to whom, its state, by which driver, and when that was reported.
    static func line(of message: MessageView) -> String {
        let driver = message.driver.map { "  by \($0)" } ?? ""
        let reported = message.reportedAtMs.map { "  at \(TerminalText.time($0))" } ?? ""
        return "\(TerminalText.time(message.atMs))  \(message.phone ?? "number unknown")  "
            + "\(message.state.rawValue)\(reported)\(driver)"
    }
}
