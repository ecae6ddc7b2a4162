// A plain `swift build` compiles this target too, and has no module Testing.
#if canImport(Testing)
public import JSONRPC
public import Testing

/// A test's client of one service, whose calls are expected to succeed or to be refused with a given fault.
public protocol TestClient: Sendable {
    /// The credential a call may carry in place of the client's own.
    associatedtype Token

    /// Calls a method, with the client's own token where `token` is nil; throws the refusal.
    func call<M: Method>(_ method: M.Type, _ params: M.Params, token: Token?) async throws -> M.Answer
}

extension TestClient {
    /// Calls a method and returns the fault it is refused with; nil where it succeeds.
    public func refusal<M: Method>(
        _ method: M.Type, _ params: M.Params, token: Token? = nil
    ) async throws -> RemoteFault? {
        do {
            _ = try await call(method, params, token: token)
            return nil
        } catch let fault as RemoteFault {
            return fault
        } catch let failure as CallFailure {
            guard let fault = failure.fault else { throw failure }
            return fault
        }
    }

    /// Records an issue unless the call succeeds.
    public func expectSuccess<M: Method>(
        _ method: M.Type, _ params: M.Params, token: Token? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let fault = try await refusal(method, params, token: token)
        #expect(fault?.name == nil, "\(M.name) was refused", sourceLocation: sourceLocation)
    }

    /// Records an issue unless the call is refused with `kind`.
    public func expectRefused<M: Method>(
        _ kind: FaultKind, _ method: M.Type, _ params: M.Params, token: Token? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let fault = try await refusal(method, params, token: token)
        #expect(fault?.name == kind.name, "\(M.name)", sourceLocation: sourceLocation)
    }
}
#endif
