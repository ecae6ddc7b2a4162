public import JSONRPC

public enum ChildChallenge: Method {
    public static let name = "child.challenge"
    public static let summary = "Gives a child's bound device a challenge for its PIN, when the app starts."
    public static let explanation =
        "The former session of the child ends: a restart always needs the PIN. In CHILD_PIN_SETUP the challenge is for making "
        + "the PIN (child.setPIN), else for proving it (child.verifyPIN). A new challenge replaces the former one."
    public static let credential = Credential.deviceProof
    public static let isAllowedInBatch = false
    public static let faults = FaultKind.ofChildDevices

    public typealias Params = Nothing
    public typealias Answer = ChildPINChallenge

    public static let example = (params: Nothing(), answer: Sample.childChallenge)
}
