import AuthService
import AuthStore
import Contracts
import JSONRPC
import Primitives
import RPCClient
import SQL
import ServiceHost
import Tokens

/// The parts of `doctor` that only auth has.
struct AuthDoctor: ServiceDoctor {
    static var migrations: [Migration] { AuthStore.migrations }
    static var storedTime: StoredTime { AuthStore.storedTime }

    private let configuration: AuthConfiguration

    init(_ configuration: AuthConfiguration) { self.configuration = configuration }

    private func keyFiles() throws(KeyFault) -> AuthKeyFiles { try AuthKeyFiles(existingIn: configuration.common) }

    func readKeyFiles() throws { _ = try keyFiles() }

    func checkKeys(on database: any Database) async throws {
        try await AuthKeyCheck(keys: try keyFiles().keys, files: try keyFiles().rotating).run(on: AuthStore(database))
    }

    func callPeer() async throws {
        let files = try keyFiles()
        let now = WallClock.system.now
        let link = try PeerLink(configuration.common.link, now: now)
        defer { link.close() }
        let vault = PeerConnection(
            over: link.connection, keys: files.link, to: "vault", calling: [PurgeList.self],
            clock: .system, steady: .system, random: .system)
        _ = try await vault.call(PurgeList.self, .init(sinceMs: now, limit: 1))
    }

    func ownFindings(isRunning: Bool) async -> [Finding] {
        var found = [start(), gateway()]
        if let address = await publicAddress(isRunning: isRunning) { found.append(address) }
        if isRunning {
            found += [await keyDistribution(), await childrenWithoutParent(), await childrenLockedByRestore()]
            found += await AuditFindings.all(of: configuration.common)
        }
        return found.compactMap(\.self)
    }

    /// The rules that depend on the time or on files.
    private func start() -> Finding? {
        do throws(SettingsFault) {
            try configuration.sends.check(isDemo: configuration.common.isDemo, at: WallClock.system.now)
            _ = try configuration.texts.texts()
            return nil
        } catch {
            return Finding(.settings, .fault, "\(error)")
        }
    }

    private func gateway() -> Finding {
        do {
            try configuration.checkGateway()
            return Finding(.gateway, .ok, "codes can be handed to the gateway; none was sent")
        } catch {
            return Finding(.gateway, .fault, "\(error)")
        }
    }

    /// Asks the first address that devices use for the public keys, which must be those of this service's files. Nil
    /// if the address is this service's own listener and the service does not run.
    private func publicAddress(isRunning: Bool) async -> Finding? {
        guard isRunning, let url = configuration.publicURLs.first, let files = try? keyFiles() else { return nil }
        return await PublicAddress.finding(
            "\(url)", document: "/.well-known/jwks.json", containing: files.signing.jwks.keys.map { "\"\($0.kid)\"" })
    }

    /// The children that have no parent; nil if there are none, or the service does not answer.
    private func childrenWithoutParent() async -> Finding? {
        let socket = AdministrationSocket(of: AuthConfiguration.service, in: configuration.common.dataFolder)
        let answer = try? await socket.call(ChildFind.self, .init(withoutParent: true))
        guard let children = answer?.children, !children.isEmpty else { return nil }
        return Finding(
            .childrenWithoutParent, .warning,
            """
            a parent is missing for \(Self.number(of: children)): latchkey-auth child list --without-parent shows them, and \
            latchkey-auth child add-parent gives each of them a parent
            """)
    }

    /// The children whose devices a restore has locked; nil if there are none, or the service does not answer.
    private func childrenLockedByRestore() async -> Finding? {
        let socket = AdministrationSocket(of: AuthConfiguration.service, in: configuration.common.dataFolder)
        let answer = try? await socket.call(ChildFind.self, .init(lockedByRestore: true))
        guard let children = answer?.children, !children.isEmpty else { return nil }
        return Finding(
            .childrenLockedByRestore, .warning,
            """
            the bound device is locked since a restore for \(Self.number(of: children)): \
            latchkey-auth child list --locked-by-restore shows them, and a parent unlocks each: latchkey parent unlock NAME
            """)
    }

    /// The number of children in words. A list has at most 100.
    private static func number(of children: [FoundChild]) -> String {
        switch children.count {
        case 1: "1 child"
        case 100...: "100 children or more"
        case let count: "\(count) children"
        }
    }

    /// The keys that a running instance has not read; nil if the service does not answer.
    private func keyDistribution() async -> Finding? {
        let socket = AdministrationSocket(of: AuthConfiguration.service, in: configuration.common.dataFolder)
        guard let keys = try? await socket.call(KeyList.self, Nothing()).keys else { return nil }
        let missing = keys.filter { !$0.missingAt.isEmpty }
        guard let first = missing.first else {
            return Finding(.keyDistribution, .ok, "every running instance has read every key")
        }
        return Finding(
            .keyDistribution, .warning,
            "\(first.key) is not read by \(first.missingAt.joined(separator: ", ")): copy its file to the key folder there"
        )
    }
}
