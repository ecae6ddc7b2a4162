public import RPCServer

/// A listener of its own for the reports of message providers, which reach no other listener.
public struct ReportListener: Sendable {
    /// The longest report, in bytes.
    static let maxBodyBytes = 16 << 10

    let address: ServerAddress
    let endpoints: [PlainEndpoint]

    public init(address: ServerAddress, endpoints: [PlainEndpoint]) {
        self.address = address
        self.endpoints = endpoints
    }
}
