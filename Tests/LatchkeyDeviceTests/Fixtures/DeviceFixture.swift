import Contracts
import Cryptography
import DPoP
import Domain
import Primitives
import StrictJSON
import Support

@testable import LatchkeyDevice

/// A device with a real store and scripted connections to both services.
struct DeviceFixture: Sendable {
    static let account = AccountID(bits: 7)
    static let session = SessionID(bits: 5)
    static let epoch = EpochID(bits: 9)

    let device: Device
    let vault: ScriptedConnection
    let auth: ScriptedConnection
    let clock = StoppedClock()

    init(
        vault: ScriptedConnection = ScriptedConnection(always: .lost),
        auth: ScriptedConnection = ScriptedConnection(always: .lost), signedIn: Bool = true
    ) async throws {
        self.vault = vault
        self.auth = auth
        let random = SeededRandom(seed: RandomWalk().seed).random
        let store = try await LocalStore.open(
            path: scratchFolder() + "/store.sqlite", platformKey: .generate(random), random: random,
            shares: HeldShares(clock: clock.wall))
        device = Device(
            name: "phone", auth: auth, authURL: "https://auth.test/rpc", vault: vault, key: .generate(random),
            store: store, clock: clock.wall, random: random)
        guard signedIn else { return }
        try await store.changeProfile { profile in
            profile.accountId = Self.account
            profile.sessionId = Self.session
            profile.accessToken = AccessToken(wire: "a.b.c")
            profile.refreshToken = RefreshToken(wire: String(repeating: "r", count: 43))
            profile.login = .loggedIn
            profile.approval = .approvedForSyncing
            profile.phone = "+4915112345678"
        }
    }

    var store: LocalStore { device.store }

    /// Adds an entry that the vault has at this rev.
    @discardableResult
    func synchronised(_ issuer: String, rev: Int64 = 1) async throws -> LocalEntry {
        var entry = try await device.add(uri: Self.uri(issuer))
        guard let body = entry.body else { return entry }
        entry.base = .init(version: ItemBase(epoch: Self.epoch, rev: DecimalInt64(rev)), body: body)
        try await store.put(entry)
        return entry
    }

    /// Stores an entry that the vault has under this id and version.
    func put(
        _ id: SecretID, _ issuer: String, rev: Int64 = 1, epoch: EpochID = Self.epoch
    ) async throws {
        let version = ItemBase(epoch: epoch, rev: DecimalInt64(rev)), body = Self.body(issuer)
        try await store.put(
            LocalEntry(
                id: id, kind: "otp", base: .init(version: version, body: body), body: body, createdAt: clock.now,
                owner: store.cipher.tag(of: Self.account)))
    }

    /// Signs another account in, as a login does; the entries stay.
    func signIn(
        as account: AccountID, session: SessionID = Self.session, approval: ApprovalStatus = .approvedForSyncing
    ) async throws {
        guard case .result(let answer) = Self.granted(account, session: session, approval) else { return }
        let grant = try WireDecoder().decode(SessionGrant.self, from: answer)
        try await store.write { try $0.signIn(grant) }
    }

    /// Stores the session of a device that waits to be admitted.
    func signInUnproven(session: SessionID) async throws {
        let answer: JSON = [
            "sessionId": .string("\(session)"), "deviceId": .string("\(DeviceID(bits: 6))"), "accessToken": "d.e.f",
            "refreshToken": .string(String(repeating: "s", count: 43)), "expiresAtMs": "1", "scope": ["unproven"],
            "digits": "12",
        ]
        let grant = try WireDecoder().decode(SessionGrant.self, from: answer)
        try await store.write { try $0.signIn(grant) }
    }

    /// The reply that grants an account a session.
    static func granted(
        _ account: AccountID, session: SessionID = session, _ approval: ApprovalStatus = .approvedForSyncing
    ) -> ScriptedConnection.Reply {
        .result([
            "accountId": .string("\(account)"), "sessionId": .string("\(session)"),
            "deviceId": .string("\(DeviceID(bits: 6))"), "accessToken": "d.e.f",
            "refreshToken": .string(String(repeating: "s", count: 43)), "expiresAtMs": "1", "scope": ["sync"],
            "group": "fieldwork", "approval": .string(approval.rawValue),
        ])
    }

    /// The reply that tells the approval of the account.
    static func status(_ approval: String) -> ScriptedConnection.Reply {
        .result([
            "accountId": .string("\(account)"), "sessionId": .string("\(session)"),
            "deviceId": .string("\(DeviceID(bits: 6))"), "group": "fieldwork", "scope": ["sync"],
            "approval": .string(approval),
        ])
    }

    /// Adds an entry that only this device has.
    @discardableResult
    func unsent(_ issuer: String) async throws -> LocalEntry { try await device.add(uri: Self.uri(issuer)) }

    /// The issuers of the visible entries, sorted.
    func issuers() async throws -> [String] { try await device.entries().map { $0.issuer }.sorted() }

    static func uri(_ issuer: String) -> String {
        "otpauth://totp/\(issuer):ada?secret=JBSWY3DPEHPK3PXP&issuer=\(issuer)"
    }

    static func body(_ issuer: String) -> JSONObject {
        [
            "accountName": "ada", "issuer": .string(issuer), "type": "totp", "secret": "JBSWY3DPEHPK3PXP",
            "algorithm": "SHA1", "digits": 6, "period": 30,
        ]
    }

    /// The reply to a pull.
    static func page(
        _ items: [JSON], more: Bool = false, head: Int64 = 10, cursor: String = "c1", epoch: EpochID = Self.epoch,
        former: [(EpochID, Int64)]? = nil
    ) -> ScriptedConnection.Reply {
        var page: JSONObject = [
            "items": .array(items), "cursor": .string(cursor), "more": .bool(more), "epoch": .string("\(epoch)"),
            "head": .string("\(head)"),
        ]
        page["formerEpochs"] = former.map { former in
            .array(former.map { ["epoch": .string("\($0.0)"), "end": .string("\($0.1)")] })
        }
        return .result(.object(page))
    }

    /// The number in a cursor of the form `c7`.
    static func pulls(_ request: ScriptedConnection.Request) -> Int {
        Int(request.params["cursor"]?.string?.dropFirst() ?? "0") ?? 0
    }

    /// An item of a page; without a body it is deleted, unless another state is given.
    static func item(_ id: SecretID, rev: Int64, _ body: JSONObject?, state: String? = nil) -> JSON {
        var item: JSONObject = [
            "id": .string("\(id)"), "kind": "otp", "rev": .string("\(rev)"),
            "state": .string(state ?? (body == nil ? "deleted" : "live")),
            "schema": 1, "createdAtMs": "1", "updatedAtMs": "2", "updatedBy": .string("\(DeviceID(bits: 3))"),
        ]
        item["body"] = body.map { .object($0) }
        return .object(item)
    }

    /// The reply to a push, with the outcome that the closure returns for each operation.
    static func pushed(_ request: ScriptedConnection.Request, _ outcome: (Int, JSON) -> JSONObject)
        -> ScriptedConnection.Reply
    {
        let results: [JSON] = (request.params["ops"]?.array ?? []).enumerated().map { index, op in
            var result: JSONObject = ["opId": op["opId"] ?? .null, "id": op["id"] ?? .null]
            for (key, value) in outcome(index, op) { result[key] = value }
            return .object(result)
        }
        return .result(["results": .array(results), "epoch": .string("\(epoch)"), "head": "20"])
    }
}
