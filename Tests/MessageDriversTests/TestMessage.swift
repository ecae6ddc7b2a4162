import AuthService
import Primitives
import Synchronization

@testable import MessageDrivers

extension TextMessage {
    static func sample(_ text: String = "654321 is your code.\n\n@auth.test #654321") -> TextMessage {
        TextMessage(
            to: .sample, text: text, expires: Instant(ms: 1_767_225_900_000), id: OutboxEntryID(bits: 0xe47),
            reportReference: "reference")
    }
}

extension E164 {
    fileprivate static var sample: E164 {
        guard let number = E164(parsing: "+4915112345678") else { preconditionFailure("the number is valid") }
        return number
    }
}

/// Answers of a provider, given out one by one, and the number of messages that it was handed.
final class ScriptedProvider: Sendable {
    private let answers: Mutex<[DeliveryOutcome]>
    private let counted = Mutex(0)

    init(_ answers: DeliveryOutcome...) { self.answers = Mutex(answers) }

    var count: Int { counted.withLock { $0 } }

    /// Sets the next answers; further ones are `accepted`.
    func answer(_ next: [DeliveryOutcome]) { answers.withLock { $0 = next } }

    func driver(_ name: String, sendsReports: Bool = false) -> MessageDriver {
        MessageDriver(name, sendsReports: sendsReports) { _ in
            self.counted.withLock { $0 += 1 }
            return DriverAnswer(self.answers.withLock { $0.isEmpty ? .accepted : $0.removeFirst() }, "as scripted")
        }
    }
}
