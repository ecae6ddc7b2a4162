public import JSONRPC

public enum ChildUnlock: Method {
    public static let name = "child.unlock"
    public static let summary = "Unlocks a child's access after too many wrong PINs."
    public static let explanation =
        "The child may try its PIN again; the PIN stays the same, and nobody but the child learns it. A child whose access is "
        + "not locked is flowError. After a restore of the service's database every bound device is locked until a parent "
        + "unlocks it, because its access may have been withdrawn after the copy was made."
    public static let credential = Credential.sessionWithProof(scopes: ["family"])
    public static let faults = FaultKind.ofChildAccess

    public typealias Params = OneChild
    public typealias Answer = Nothing

    public static let example = (params: Params(childId: Sample.child), answer: Nothing())
}
