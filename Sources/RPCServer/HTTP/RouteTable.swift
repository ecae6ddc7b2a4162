import NIOHTTP1

/// Finds the destination of a request by its method and target: the router, a plain endpoint, or a refusal.
struct RouteTable: Sendable {
    enum Destination: Sendable {
        case rpc
        case endpoint(PlainEndpoint)
        case refused(HTTPRefusal)
    }

    private let servesRPC: Bool
    private let exact: [String: [PlainEndpoint]]
    private let prefixes: [(prefix: String, endpoint: PlainEndpoint)]

    init(servesRPC: Bool, endpoints: [PlainEndpoint]) {
        self.servesRPC = servesRPC
        exact = Dictionary(grouping: endpoints.filter { !$0.path.hasSuffix("/*") }, by: \.path)
        prefixes = endpoints.filter { $0.path.hasSuffix("/*") }.map { (String($0.path.dropLast()), $0) }
    }

    func destination(_ method: HTTPMethod, _ target: String) -> Destination {
        if servesRPC, target == "/rpc", method == .POST { return .rpc }
        let path = target.targetPath
        if servesRPC, path == "/rpc" { return method == .POST ? .rpc : .refused(.methodNotAllowed("POST")) }
        let endpoints = exact[String(path)] ?? prefixes.filter { path.hasPrefix($0.prefix) }.map(\.endpoint)
        guard !endpoints.isEmpty else { return .refused(.notFound) }
        let name = method == .HEAD ? "GET" : method.rawValue
        if let endpoint = endpoints.first(where: { $0.method.rawValue == name }) { return .endpoint(endpoint) }
        let allowed = endpoints.map { $0.method == .get ? "GET, HEAD" : "POST" }
        return .refused(.methodNotAllowed(allowed.joined(separator: ", ")))
    }
}

extension String {
    /// The path of a request target in origin form (`/rpc?x`) or absolute form (`http://host/rpc`).
    var targetPath: Substring {
        var rest = self[...]
        if !rest.utf8.starts(with: "/".utf8), let scheme = rest.firstRange(of: "://") {
            rest = rest[scheme.upperBound...].drop { $0 != "/" }
        }
        return rest.prefix { $0 != "?" }
    }
}
