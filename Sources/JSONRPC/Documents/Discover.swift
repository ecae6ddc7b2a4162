/// `rpc.discover`: the service describes itself (OpenRPC service discovery).
public enum Discover {
    /// The reserved method name.
    public static let name = "rpc.discover"
}
