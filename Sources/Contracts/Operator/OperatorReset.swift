public import JSONRPC

public enum OperatorReset: Method {
    public static let name = "operator.reset"
    public static let summary =
        "Takes everything from an operator who has lost a device, and makes a new enrolment secret."
    public static let explanation =
        "Every device loses its admission and every session ends; the PIN, the second factor and the recovery codes are deleted. "
        + "The groups stay. The secret replaces a former one, is valid for 72 hours and once, and is shown only in this answer: the "
        + "operator's next device shows it at its login."
    public static let credential = Credential.administrator
    public static let faults: [FaultKind] = [.userUnknown]

    public typealias Params = PersonAndReason
    public typealias Answer = OperatorEnrol.Answer

    public static let example = (
        params: Params(phone: Sample.phone, reason: "the phone was stolen"), answer: OperatorEnrol.example.answer
    )
}
