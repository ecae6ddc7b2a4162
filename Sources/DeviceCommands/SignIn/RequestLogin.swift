public import Contracts
public import LatchkeyDevice

/// Requests a login code.
public struct RequestLogin: DeviceCommand {
    public var phone: String

    public init(phone: String) { self.phone = phone }

    public func run(on device: Device) async throws -> OTPRequest.Answer { try await device.login(phone: phone) }

    public static func text(of output: OTPRequest.Answer) -> String {
        "If the number has an account, a code is on its way. Answer it with: latchkey confirm CODE"
    }

    public var commandLine: [String] { ["login", phone] }
}
