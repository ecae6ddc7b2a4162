public import JSONRPC

public enum KeyPublish: Method {
    public static let name = "key.publish"
    public static let summary = "Makes a key known to all instances, so that they accept what it will sign."
    public static let explanation =
        "The command keys publish calls it after it has made the key file; access to the administration socket is enough. Every "
        + "instance has to have the file: copy it to the key folder of each host. Repeating the call changes nothing."
    public static let credential = Credential.administrator
    public static let faults: [FaultKind] = [.keyRefused]

    public typealias Params = ChosenKey
    public typealias Answer = ChangedKey

    public static let example = (params: ChosenKey(key: Sample.key), answer: ChangedKey(key: Sample.publishedKey))
}
