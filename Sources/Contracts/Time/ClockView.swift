public import JSONRPC
public import Primitives

/// The clocks of a host and of its database, as a service compares them.
public struct ClockView: WireObject {
    public var hostMs: Instant
    public var serviceMs: Instant
    public var storedMs: Instant?
    public var databaseServerMs: Instant?
    public var isBelieved: Bool
    public var problem: String?
    public enum CodingKeys: String, CodingKey {
        case hostMs, serviceMs, storedMs, databaseServerMs, isBelieved, problem
    }

    public init(
        hostMs: Instant, serviceMs: Instant, storedMs: Instant?, databaseServerMs: Instant?, problem: String?
    ) {
        (self.hostMs, self.serviceMs, self.storedMs) = (hostMs, serviceMs, storedMs)
        (self.databaseServerMs, self.problem, isBelieved) = (databaseServerMs, problem, problem == nil)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .hostMs: Field("The time that the host's clock shows")
        case .serviceMs: Field("The time that the service uses; after a jump of the host's clock it goes on without it")
        case .storedMs: Field("The latest time in the database, absent in one that was never served")
        case .databaseServerMs: Field("The time of the PostgreSQL server, absent on SQLite")
        case .isBelieved: Field("False if the service publishes and sweeps nothing because of the host's clock")
        case .problem: Field("Why the host's clock is not believed, and what to do", .length(1...1000))
        }
    }
}
