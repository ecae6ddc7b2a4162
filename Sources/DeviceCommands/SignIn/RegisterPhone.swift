public import Contracts
import Domain
public import LatchkeyDevice
public import Primitives

/// Starts the registration of a phone number in a facility group.
public struct RegisterPhone: DeviceCommand {
    public var phone: String
    public var group: GroupID

    public init(phone: String, group: GroupID) {
        self.phone = phone
        self.group = group
    }

    public func run(on device: Device) async throws -> RegistrationStart.Answer {
        try await device.register(phone: phone, group: group)
    }

    public static func text(of output: RegistrationStart.Answer) -> String {
        output.state == .activated
            ? "This group asks for no code. Go on with: latchkey confirm"
            : "A code is on its way. Answer it with: latchkey confirm CODE"
    }

    public var commandLine: [String] { ["register", phone, "--group=\(group)"] }
}
