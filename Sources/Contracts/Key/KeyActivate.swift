public import JSONRPC

public enum KeyActivate: Method {
    public static let name = "key.activate"
    public static let summary =
        "Makes a published key the active one of its kind; the former one verifies from then on."
    public static let explanation =
        "The command keys activate calls it; access to the administration socket is enough. It is refused until every running "
        + "instance has read the key and, for a signing key, until other backends have had the time to fetch it: the "
        + "setting key-lead-seconds. Rows made with the former key are still read. Repeating the call changes nothing."
        + " In the vault the data keys of all accounts are then wrapped with the key, in the background."
    public static let credential = Credential.administrator
    public static let faults: [FaultKind] = [.keyRefused]

    public typealias Params = ChosenKey
    public typealias Answer = ChangedKey

    public static let example = (params: ChosenKey(key: Sample.key), answer: ChangedKey(key: Sample.keyView))
}
