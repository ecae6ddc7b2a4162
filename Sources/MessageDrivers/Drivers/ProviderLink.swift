import AuthService
public import Curl

/// The connection to providers, with the limits that every request to one has.
public struct ProviderLink: Sendable {
    let client: CurlClient
    let totalMs: Int
    let privateAddressesRefused: Bool

    /// - Parameters:
    ///   - seconds: the time limit of a request.
    ///   - privateAddressesRefused: true connects to public addresses only.
    public init(_ client: CurlClient, seconds: Int, privateAddressesRefused: Bool = false) {
        self.client = client
        totalMs = seconds * 1000
        self.privateAddressesRefused = privateAddressesRefused
    }

    /// The largest answer that is read, in bytes.
    static let responseLimit = 64 << 10

    /// Sends a request by HTTP.
    ///
    /// - Parameter accepts: true for the status with which the provider says that it has taken the message.
    func exchange(_ request: CurlRequest, accepts: (Int) -> Bool) async -> DriverAnswer {
        do throws(CurlFault) {
            return Self.answer(status: try await send(request).status, accepts: accepts)
        } catch {
            return Self.answer(error)
        }
    }

    func send(_ request: CurlRequest) async throws(CurlFault) -> CurlResponse {
        var limited = request
        limited.connectMs = min(3000, totalMs)
        limited.totalMs = totalMs
        limited.responseLimit = Self.responseLimit
        limited.privateAddressesRefused = privateAddressesRefused
        return try await client.send(limited)
    }

    /// A status of 4xx, and 503, says that the message was not taken. Any other status that does not accept it leaves that
    /// open: a proxy may have lost the answer, and a redirect is not followed.
    private static func answer(status: Int, accepts: (Int) -> Bool) -> DriverAnswer {
        let reason = "HTTP status \(status)"
        if accepts(status) { return DriverAnswer(.accepted, reason) }
        switch status {
        case 400: return DriverAnswer(.failedPermanently, reason)
        case 401...499, 503: return DriverAnswer(.failedTemporarily, reason)
        default: return DriverAnswer(.unknown, reason)
        }
    }

    static func answer(_ fault: CurlFault) -> DriverAnswer {
        DriverAnswer(fault.mayHaveBeenSent ? .unknown : .failedTemporarily, "\(fault)")
    }
}
