/// One row of a fault table: what a refusal is called, what it means, and what each party does about it.
///
/// Names and codes are part of the wire and never change once published. Codes below zero are JSON-RPC's own; ours are
/// positive, by family (1000 token, 1100 one-time code, … 9000 service).
public struct FaultKind: Sendable, Hashable {
    /// The name callers branch on, camelCase, unique over both services.
    public let name: String
    /// The JSON-RPC error code, unique over both services.
    public let code: Int
    /// One plain sentence for the person reading a log; it never holds data of the request.
    public let message: String
    /// What the caller does next.
    public let remedy: String
    /// What the operator of the services does, if anything.
    public let operatorDoes: String
    /// True only for a positive "no" about a bearer token: the answer to a single request is then HTTP 401.
    public let isUnauthorized: Bool

    /// Makes a row; `isUnauthorized` is false unless the row is a positive refusal of a token.
    public init(
        _ name: String, _ code: Int, _ message: String, remedy: String, operatorDoes: String = "nothing",
        isUnauthorized: Bool = false
    ) {
        self.name = name
        self.code = code
        self.message = message
        self.remedy = remedy
        self.operatorDoes = operatorDoes
        self.isUnauthorized = isUnauthorized
    }

    /// Two rows are the same fault when their names are.
    public static func == (left: FaultKind, right: FaultKind) -> Bool { left.name == right.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
