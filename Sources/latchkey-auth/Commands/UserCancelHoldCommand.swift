import ArgumentParser
import Contracts
import Primitives
import ServiceHost

struct UserCancelHoldCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel-hold",
        abstract: "Ends the hold on an account, and admits the suspended devices that are named with --device.",
        discussion: """
            A named device logs in with a code alone again; the other suspended devices stay out. Check first who is \
            speaking, and which device is in that person's hand: for 72 hours no message suspends a device then.
            """)
    @OptionGroup var service: AdministrationOptions
    @OptionGroup var person: PersonOptions
    @Option(help: "A suspended device to admit again, from user show. Repeatable.") var device: [String]
    @Option(help: "The reason, which is recorded.") var reason: String?

    func run() async throws {
        let ids = device.compactMap { DeviceID($0) }
        guard ids.count == device.count, !ids.isEmpty else {
            throw ValidationError("--device must be a device's id")
        }
        let answer = try await service.call(
            UserCancelHold.self,
            .init(deviceIds: ids, phone: person.phone, accountId: person.accountID, reason: reason))
        try service.show(answer) {
            answer.admitted.map { "The device “\($0.name)” is admitted again." }
                + answer.out.map { "The device “\($0.name)” stays out." }
        }
    }
}
