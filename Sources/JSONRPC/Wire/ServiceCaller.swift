/// The other service of the pair as the verified caller of a request.
public struct ServiceCaller: Sendable {
    /// The calling service's name.
    public let name: String
    /// Returns the header that authenticates the answer to this request, given the answer's HTTP status and body.
    let authenticateAnswer: @Sendable (_ status: Int, _ body: [UInt8]) -> Header

    public init(name: String, authenticateAnswer: @escaping @Sendable (_ status: Int, _ body: [UInt8]) -> Header) {
        self.name = name
        self.authenticateAnswer = authenticateAnswer
    }
}
