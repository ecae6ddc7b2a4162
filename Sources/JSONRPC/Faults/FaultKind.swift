/// A kind of fault: its name, its meaning, and what the caller and the administrator do about it.
///
/// Names and codes are part of the wire and never change once published. Codes below zero are JSON-RPC's own;
/// Latchkey's are positive, by family (1000 token, 1100 one-time code, … 9000 service).
public struct FaultKind: Sendable, Hashable {
    /// The name that callers branch on, in camelCase, unique over both services.
    public let name: String
    /// The JSON-RPC error code; only `batchTooLarge` shares its code with another kind.
    public let code: Int
    /// One sentence that says what happened, sent as `error.message`; without data of the request.
    public let message: String
    /// The action that the caller should take next.
    public let remedy: String
    /// The action that the administrator of the service should take.
    public let administratorAction: String
    /// True for a definite refusal of a bearer token: a single request is then answered with HTTP 401.
    public let isUnauthorized: Bool

    public init(
        _ name: String, _ code: Int, _ message: String, remedy: String, administratorAction: String = "nothing",
        isUnauthorized: Bool = false
    ) {
        self.name = name
        self.code = code
        self.message = message
        self.remedy = remedy
        self.administratorAction = administratorAction
        self.isUnauthorized = isUnauthorized
    }

    /// Two kinds are equal when their names are.
    public static func == (left: FaultKind, right: FaultKind) -> Bool { left.name == right.name }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
