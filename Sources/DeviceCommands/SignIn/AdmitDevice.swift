import Contracts
public import LatchkeyDevice
public import Primitives

/// Admits the device that shows two digits.
public struct AdmitDevice: DeviceCommand {
    public struct Output: Codable, Sendable {
        /// The session that was admitted.
        public let admitted: SessionID
    }

    public var digits: String
    /// The session to admit, where more than one shows the same digits.
    public var session: SessionID?

    /// The account's PIN, where it has one.
    public var pin: EnteredPIN?

    public init(digits: String, session: SessionID?, pin: EnteredPIN? = nil) {
        self.digits = digits
        self.session = session
        self.pin = pin
    }

    public func run(on device: Device) async throws -> Output {
        let session = if let session { session } else { try await onlySessionWithDigits(on: device) }
        try await device.admit(session, digits: digits, pin: pin?.secret)
        return Output(admitted: session)
    }

    /// Returns the session that shows the digits. After a lost answer it may wait no more; it is then the one that this
    /// device has asked to admit.
    private func onlySessionWithDigits(on device: Device) async throws -> SessionID {
        let sessions = try await device.sessions()
        let waiting = sessions.filter { $0.isPending && $0.digits == digits }
        for admitted in sessions where waiting.isEmpty && !admitted.isPending {
            let session = admitted.sessionId
            if try await device.hasUnansweredAdmission(of: session, digits: digits) { return session }
        }
        guard let only = waiting.first, waiting.count == 1 else {
            throw ArgumentFault(
                "No device, or more than one, waits with the digits \(digits). Compare both screens or give --session.")
        }
        return only.sessionId
    }

    public static func text(of output: Output) -> String { "The device is admitted." }

    public var commandLine: [String] {
        ["admit", digits] + (session.map { ["--session=\($0)"] } ?? []) + Device.Confirming.words(nil, nil, pin)
    }

    public var standardInput: String { Device.Confirming.line(nil, pin) }
}
