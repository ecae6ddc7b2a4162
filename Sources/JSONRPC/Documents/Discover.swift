/// OpenRPC service discovery: `rpc.discover` answers with the OpenRPC document of the service.
public enum Discover {
    public static let name = "rpc.discover"
}
