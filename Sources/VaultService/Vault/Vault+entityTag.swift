import Contracts
public import JSONRPC
import Logging
import Primitives
import StrictJSON
import VaultStore

/// The reply to `GET /v1/head` as HTTP sends it.
public struct HeadReply: Sendable, Hashable {
    public let status: Int
    public let cacheControl: String
    public let headers: [Header]
    /// The name of the fault with which the request is refused; nil if it is not.
    public let fault: String?
    /// JSON that names the fault; empty where there is none.
    public let body: [UInt8]
}

extension Vault {
    /// What a caller of `vault.pull` needs. It is made once, because it contains the schemas of the method.
    private static let pullFacts = MethodFacts(VaultPull.self)

    /// Answers `GET /v1/head`, by which a client finds out at little cost whether anything has changed: 304 if the entity tag
    /// that it has is the present one, otherwise 200 with the present one, both without a body.
    ///
    /// The caller is authorized as by `vault.pull`. What `/rpc` answers 401 is 401 here too; `unavailable` is 503 and every
    /// other fault 403.
    /// - Parameter known: the value of the header `If-None-Match`; nil if there is none.
    public func headReply(to context: RequestContext, ifNoneMatch known: String?) async -> HeadReply {
        do {
            return try await mappingStoreFaults {
                let caller = try await authenticator.person(Self.pullFacts, context)
                let tag = "\"\(try await store.entityTag(of: caller.account))\""
                try caller.check()
                return HeadReply(
                    status: known.map { Self.list($0, names: tag) } == true ? 304 : 200,
                    cacheControl: "private, no-cache",
                    headers: [Header("ETag", tag), Header("Vary", "Authorization")], fault: nil, body: [])
            }
        } catch let fault as Fault {
            return Self.headReply(for: fault)
        } catch {
            log.error(
                "the head of a vault cannot be read",
                metadata: ["trace": "\(context.traceID)", "error": "\(error)"])
            return Self.headReply(for: Fault(.internalError))
        }
    }

    /// The reply for a refused request.
    public static func headReply(for fault: Fault) -> HeadReply {
        var headers: [Header] = []
        let status: Int
        if fault.kind.isUnauthorized {
            status = 401
            headers.append(Header("WWW-Authenticate", #"Bearer error="invalid_token""#))
        } else if fault.kind == .internalError {
            status = 500
        } else if fault.kind == .unavailable {
            status = 503
            headers.append(Header("Retry-After", "\(max(1, ((fault.retryAfterMs ?? 0) + 999) / 1000))"))
        } else {
            status = 403
        }
        let body: JSON = ["fault": .string(fault.kind.name)]
        return HeadReply(
            status: status, cacheControl: "no-store", headers: headers, fault: fault.kind.name, body: body.encoded())
    }

    /// True if a value of `If-None-Match` names this tag. Tags are compared weakly (RFC 9110, section 13.1.2): a proxy may
    /// have marked one as weak.
    private static func list(_ value: String, names tag: String) -> Bool {
        value.split { $0 == "," || $0 == " " || $0 == "\t" }.contains { $0 == "*" || $0 == tag || $0 == "W/" + tag }
    }
}
