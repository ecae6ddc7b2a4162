public import JSONRPC

/// Faults of a service as a whole; codes from 9000.
// swift-format-ignore
extension FaultKind {
    public static let unavailable = FaultKind(
        "unavailable", 9002, "The service cannot answer at the moment.",
        remedy: "keep everything and repeat after retryAfterMs with the same requestId",
        administratorAction: "look at readiness, database and peer")
    public static let requestIdReused = FaultKind(
        "requestIdReused", 9003, "The requestId was used before with other content.",
        remedy: "use a new requestId for a new request")
    public static let storageFull = FaultKind(
        "storageFull", 9004, "The service cannot store anything at the moment.",
        remedy: "keep everything and repeat later",
        administratorAction: "free space on the database's disk")
    public static let backupRefused = FaultKind(
        "backupRefused", 9006, "No backup was made; data.reason says why.",
        remedy: "do what data.reason says",
        administratorAction: "do what data.reason says")
    public static let keyRefused = FaultKind(
        "keyRefused", 9007, "The key's state was not changed; data.reason says why.",
        remedy: "do what data.reason says",
        administratorAction: "do what data.reason says")
    public static let rateLimited = FaultKind(
        "rateLimited", 9008, "Too many calls come from this network address.",
        remedy: "nothing was done: wait for retryAfterMs, then repeat with the same requestId",
        administratorAction: "if many legitimate devices share one address, raise the setting writing-calls-per-minute")
    public static let timeRefused = FaultKind(
        "timeRefused", 9010, "The times were not changed; data.reason says why.",
        remedy: "do what data.reason says",
        administratorAction: "do what data.reason says")
    public static let auditRefused = FaultKind(
        "auditRefused", 9011, "The end of the audit log was not accepted; data.reason says why.",
        remedy: "do what data.reason says",
        administratorAction: "do what data.reason says")

    public static let serviceFaults: [FaultKind] = [
        .unavailable, .requestIdReused, .storageFull, .backupRefused, .keyRefused, .rateLimited,
        .timeRefused, .auditRefused,
    ]
}
