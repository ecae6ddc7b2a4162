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

    func destination(_ method: HTTPMethod, _ path: Substring) -> Destination {
        if servesRPC, path == "/rpc" {
            return method == .POST ? .rpc : .refused(.methodNotAllowed("POST"))
        }
        let here = exact[String(path)] ?? below.filter { path.hasPrefix($0.prefix) }.map(\.endpoint)
        guard !here.isEmpty else { return .refused(.notFound) }
        let asked = method == .HEAD ? "GET" : method.rawValue
        if let endpoint = here.first(where: { $0.verb.rawValue == asked }) { return .endpoint(endpoint) }
        return .refused(.methodNotAllowed(here.map { $0.verb == .get ? "GET, HEAD" : "POST" }.joined(separator: ", ")))
    }
}
