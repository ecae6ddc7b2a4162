import AuthStore
import Contracts
import DPoP
import JSONRPC
import Primitives

extension Auth {
    /// Refuses a call that may write if the client's address makes too many of them, unless it is signed by an admitted
    /// device key that has calls of its own left. So no neighbour can stop a known device.
    ///
    /// A client on the host itself is not limited. Behind a proxy on the same host every client has its own address,
    /// because a service that does not learn it refuses the request. A call beyond the address's limit costs no
    /// verification of a signature unless it names an admitted key, and at most one read of the database.
    func limitRate(of context: RequestContext, _ facts: MethodFacts) async throws {
        guard let wait = callRates.take(from: Self.limitedNetworks(of: context.peer)) else { return }
        guard let proof = context.proof, let key = RequestProof.claimedThumbprint(proof),
            try await store.isAdmitted(key)
        else { throw Fault(.rateLimited, retryAfterMs: wait.ms + 1) }
        let token: String? =
            switch facts.credential {
            case .sessionWithProof: context.accessToken
            case .open, .administrator, .deviceProof, .session, .sessionOrDelegation, .service, .assertion: nil
            }
        _ = try Authenticator(auth: self).verifyProof(facts, context, accessToken: token)
        guard let ownWait = tenthRates.take(from: [("key " + key, 1)]) else { return }
        throw Fault(.rateLimited, retryAfterMs: min(wait, ownWait).ms + 1)
    }

    /// The fault for a call of `rpc.discover` that comes from an address with too many of them; its answer is large, and
    /// nobody has to be known to get it.
    func refusalOfDiscovery(_ context: RequestContext) -> Fault? {
        guard context.listener == .public else { return nil }
        let networks = Self.limitedNetworks(of: context.peer).map { ("discover " + $0.name, $0.multiple) }
        return tenthRates.take(from: networks).map { Fault(.rateLimited, retryAfterMs: $0.ms + 1) }
    }

    /// The ranges by which the calls of a client are limited; none for a client on the host itself.
    private static func limitedNetworks(of peer: String) -> [(name: String, multiple: Int)] {
        guard let address = IPAddress(peer), !address.isLoopback else { return [] }
        return PhoneProtection.networks(of: peer)
    }
}
