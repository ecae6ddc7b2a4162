public import JSONRPC

/// Faults of a service as a whole; codes from 9000.
// swift-format-ignore
extension FaultKind {
    public static let unavailable = FaultKind(
        "unavailable", 9002, "The service cannot tell just now.",
        remedy: "keep everything and repeat after retryAfterMs with the same requestId",
        operatorDoes: "look at readiness, database and peer")
    public static let requestIdReused = FaultKind(
        "requestIdReused", 9003, "The requestId was used before with other content.",
        remedy: "use a new requestId for a new request")
    public static let storageFull = FaultKind(
        "storageFull", 9004, "The service cannot store anything just now.",
        remedy: "keep everything and repeat later",
        operatorDoes: "free space on the database's disk")

    public static let ofTheService: [FaultKind] = [.unavailable, .requestIdReused, .storageFull]
}
