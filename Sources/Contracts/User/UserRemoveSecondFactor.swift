public import JSONRPC

public enum UserRemoveSecondFactor: Method {
    public static let name = "user.removeSecondFactor"
    public static let summary =
        "Removes the second factor of a person who has lost the authenticator and the recovery codes."
    public static let explanation =
        "The person's next login asks for no second factor, or for a new one if the group requires it. Every device is told. Sessions, "
        + "admitted devices and an open hold stay as they are."
    public static let credential = Credential.administrator
    public static let faults: [FaultKind] = [.userUnknown, .secondFactorUnknown]

    public typealias Params = PersonAndReason
    public typealias Answer = Nothing

    public static let example = (params: Params(phone: Sample.phone), answer: Nothing())
}
