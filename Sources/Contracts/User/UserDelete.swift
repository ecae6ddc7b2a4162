public import JSONRPC

public enum UserDelete: Method {
    public static let name = "user.delete"
    public static let summary = "Deletes a person's account and all its data, in auth and in the vault, without a code."
    public static let explanation =
        "For a number that has a new owner, and for a person who has lost the number. The account is unusable and its number free "
        + "when the call returns; the vault's data is deleted by an outbox entry that is repeated until the vault acknowledges it."
    public static let credential = Credential.administrator
    public static let faults: [FaultKind] = [.userUnknown]

    public typealias Params = PersonAndReason
    public typealias Answer = Nothing

    public static let example = (
        params: Params(phone: Sample.phone, reason: "the number has a new owner"), answer: Nothing()
    )
}
