public import JSONRPC

public enum KeyRetire: Method {
    public static let name = "key.retire"
    public static let summary = "Ends the use of a key that is not active."
    public static let explanation =
        "The command keys retire calls it; access to the administration socket is enough. A key that was active is refused until "
        + "everything it made has expired and while a row needs it. Its file may be deleted afterwards; its number is not used again. Repeating "
        + "the call changes nothing."
    public static let credential = Credential.administrator
    public static let faults: [FaultKind] = [.keyRefused]

    public typealias Params = ChosenKey
    public typealias Answer = ChangedKey

    public static let example = (params: ChosenKey(key: Sample.key), answer: ChangedKey(key: Sample.retiredKey))
}
