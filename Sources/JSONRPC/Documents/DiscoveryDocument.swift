import Synchronization

/// The answer of `rpc.discover` for each listener, written at the first call there and then cached.
public final class DiscoveryDocument: Sendable {
    private let title: String
    private let version: String
    private let implied: @Sendable (MethodFacts) -> [FaultKind]
    private let written = Mutex<[Listener: [UInt8]]>([:])

    /// - Parameters:
    ///   - title: the service's name.
    ///   - version: the contract's version.
    ///   - implied: returns the faults that a method can answer with beside those in its `faults`.
    public init(title: String, version: String, implied: @escaping @Sendable (MethodFacts) -> [FaultKind]) {
        self.title = title
        self.version = version
        self.implied = implied
    }

    /// Returns the document of the methods served at one listener.
    func bytes(for router: Router, _ listener: Listener) -> [UInt8] {
        written.withLock { written in
            if let bytes = written[listener] { return bytes }
            let methods = router.methods.filter { $0.listeners.contains(listener) }
            let bytes = OpenRPC.bytes(title: title, version: version, methods: methods, implied: implied)
            written[listener] = bytes
            return bytes
        }
    }
}
