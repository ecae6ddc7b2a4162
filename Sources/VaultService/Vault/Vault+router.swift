import Contracts
public import JSONRPC
import VaultStore

extension Vault {
    /// A router that serves every method of the vault, each at the doors its contract names.
    public func router(observer: CallObserver = .none) throws -> Router {
        var router = Router(
            document: DiscoveryDocument(
                title: "latchkey-vault", version: settings.version, implied: { FaultTable.implied(by: $0) }),
            observer: observer)
        servePerson(VaultInfo.self, on: &router, vaultInfo)
        servePerson(VaultPull.self, on: &router, vaultPull)
        servePerson(VaultPush.self, on: &router, vaultPush)
        servePerson(VaultSync.self, on: &router, vaultSync)
        servePerson(SecretList.self, on: &router, secretList)
        servePerson(SecretAdd.self, on: &router, secretAdd)
        servePerson(SecretEdit.self, on: &router, secretEdit)
        servePerson(SecretDelete.self, on: &router, secretDelete)
        servePerson(SecretRestore.self, on: &router, secretRestore)
        servePerson(SecretCode.self, on: &router, secretCode)
        serve(VaultPurge.self, on: &router, as: gate.peer, vaultPurge)
        serve(ServiceAuthenticate.self, on: &router, as: gate.anyone, serviceAuthenticate)
        try router.on(ServiceVersion.self, always: serviceVersion())
        return router
    }

    /// Adds a method for people; who was let in at the door is asked again before the answer leaves.
    private func servePerson<M: Method>(
        _ method: M.Type, on router: inout Router,
        _ handler: @escaping @Sendable (Call<M, Admission>) async throws -> M.Answer
    ) {
        serve(method, on: &router, as: gate.person) { call in
            let answer = try await handler(call)
            try call.caller.check()
            return answer
        }
    }

    /// Adds a method, with what the store says turned into what the wire says.
    private func serve<M: Method, Identity: Sendable>(
        _ method: M.Type, on router: inout Router,
        as identify: @escaping @Sendable (MethodFacts, RequestContext) async throws -> Identity,
        _ handler: @escaping @Sendable (Call<M, Identity>) async throws -> M.Answer
    ) {
        router.on(method, as: identify) { call in
            do {
                return try await handler(call)
            } catch let fault as VaultStoreFault {
                throw try said(fault)
            } catch {
                throw EngineFault(error).map { Fault($0) } ?? error
            }
        }
    }
}
