public import Contracts
public import LatchkeyDevice
public import Primitives

/// Requests a login code.
public struct RequestLogin: DeviceCommand {
    public var phone: String
    /// The secret of an operator, which the login shows beside the code.
    public var enrolmentSecret: EnrolmentSecret?

    public init(phone: String, enrolmentSecret: EnrolmentSecret? = nil) {
        self.phone = phone
        self.enrolmentSecret = enrolmentSecret
    }

    public func run(on device: Device) async throws -> OTPRequest.Answer {
        try await device.login(phone: phone, enrolmentSecret: enrolmentSecret)
    }

    public static func text(of output: OTPRequest.Answer) -> String {
        "If the number has an account, a code is on its way. Answer it with: latchkey confirm CODE"
    }

    public var commandLine: [String] { ["login", phone] + (enrolmentSecret == nil ? [] : ["--enrolment-secret"]) }

    public var standardInput: String { enrolmentSecret.map { $0.reveal + "\n" } ?? "" }
}
