import Contracts
public import JSONRPC
import SQL
import StrictJSON
import VaultStore

extension Vault {
    /// Builds a router with every method of the vault, each on the listeners that its contract names.
    public func router(observer: CallObserver = .none) throws -> Router {
        var router = Router(
            limits: JSONLimits(bytes: maxBodyBytes, stringBytes: maxBodyBytes),
            document: DiscoveryDocument(
                title: "latchkey-vault", version: settings.version, implied: { FaultTable.implied(by: $0) }),
            observer: observer)
        router.verifyServiceCall = authenticator.verifyServiceCall
        servePerson(VaultInfo.self, on: &router, vaultInfo)
        servePerson(VaultPull.self, on: &router, vaultPull)
        servePerson(VaultPush.self, on: &router, vaultPush)
        servePerson(VaultSync.self, on: &router, vaultSync)
        servePerson(VaultKeys.self, on: &router, vaultKeys)
        servePerson(VaultManifest.self, on: &router, vaultManifest)
        servePerson(VaultHistory.self, on: &router, vaultHistory)
        servePerson(VaultRestore.self, on: &router, vaultRestore)
        servePerson(VaultImport.self, on: &router, vaultImport)
        servePerson(VaultExport.self, on: &router, vaultExport)
        servePerson(SecretList.self, on: &router, secretList)
        servePerson(SecretAdd.self, on: &router, secretAdd)
        servePerson(SecretEdit.self, on: &router, secretEdit)
        servePerson(SecretDelete.self, on: &router, secretDelete)
        servePerson(SecretRestore.self, on: &router, secretRestore)
        servePerson(SecretCode.self, on: &router, secretCode)
        serve(VaultPurge.self, on: &router, as: authenticator.service, vaultPurge)
        serve(PurgeList.self, on: &router, as: authenticator.service, purgeList)
        serve(VaultAuditList.self, on: &router, as: authenticator.anyone, vaultAuditList)
        serve(AuditVerify.self, on: &router, as: authenticator.anyone, auditVerify)
        serve(AuditState.self, on: &router, as: authenticator.anyone, auditState)
        serve(AuditAcceptEnd.self, on: &router, as: authenticator.anyone, auditAcceptEnd)
        serve(ServiceAuthenticate.self, on: &router, as: authenticator.anyone, serviceAuthenticate)
        serve(BackupCreate.self, on: &router, as: authenticator.anyone, backupCreate)
        serve(KeyList.self, on: &router, as: authenticator.anyone, keyList)
        serve(KeyPublish.self, on: &router, as: authenticator.anyone, keyPublish)
        serve(KeyActivate.self, on: &router, as: authenticator.anyone, keyActivate)
        serve(KeyRetire.self, on: &router, as: authenticator.anyone, keyRetire)
        serve(DataKeyRotate.self, on: &router, as: authenticator.anyone, dataKeyRotate)
        serve(DataKeyState.self, on: &router, as: authenticator.anyone, dataKeyState)
        try router.on(ServiceVersion.self, always: serviceVersion())
        return router
    }

    /// Adds a method for people. Its caller's session is checked again before the answer is sent.
    private func servePerson<M: Method>(
        _ method: M.Type, on router: inout Router,
        _ handler: @escaping @Sendable (Call<M, CallAuthorization>) async throws -> M.Answer
    ) {
        serve(method, on: &router, as: authenticator.person) { call in
            let answer = try await handler(call)
            try call.caller.check()
            return answer
        }
    }

    private func serve<M: Method, Identity: Sendable>(
        _ method: M.Type, on router: inout Router,
        as identify: @escaping @Sendable (MethodFacts, RequestContext) async throws -> Identity,
        _ handler: @escaping @Sendable (Call<M, Identity>) async throws -> M.Answer
    ) {
        router.on(
            method, as: { facts, context in try await mappingStoreFaults { try await identify(facts, context) } }
        ) { call in
            try await mappingStoreFaults { try await handler(call) }
        }
    }
}
