import NIOHTTP1

/// Where a request goes: to the router, to an endpoint, or back.
struct RouteTable: Sendable {
    enum Destination: Sendable {
        case rpc
        case endpoint(PlainEndpoint)
        case refused(Refusal)
    }

    private let servesRPC: Bool
    private let exact: [String: [PlainEndpoint]]
    private let below: [(prefix: String, endpoint: PlainEndpoint)]

    init(servesRPC: Bool, endpoints: [PlainEndpoint]) {
        self.servesRPC = servesRPC
        exact = Dictionary(grouping: endpoints.filter { !$0.path.hasSuffix("/*") }, by: \.path)
        below = endpoints.filter { $0.path.hasSuffix("/*") }.map { (String($0.path.dropLast()), $0) }
    }

    func destination(_ method: HTTPMethod, _ target: String) -> Destination {
        if servesRPC, target == "/rpc", method == .POST { return .rpc }
        let path = target.targetPath
        if servesRPC, path == "/rpc" { return method == .POST ? .rpc : .refused(.methodNotAllowed("POST")) }
        let here = exact[String(path)] ?? below.filter { path.hasPrefix($0.prefix) }.map(\.endpoint)
        guard !here.isEmpty else { return .refused(.notFound) }
        let asked = method == .HEAD ? "GET" : method.rawValue
        if let endpoint = here.first(where: { $0.verb.rawValue == asked }) { return .endpoint(endpoint) }
        return .refused(.methodNotAllowed(here.map { $0.verb == .get ? "GET, HEAD" : "POST" }.joined(separator: ", ")))
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
