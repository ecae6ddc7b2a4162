import Domain
import JSONRPC
import Primitives
import StrictJSON

/// The values that the contracts' examples are made of. They are constants, so the generated documents are the same
/// every time.
enum Sample {
    static let account = AccountID(bits: 0xa11ce)
    static let child = AccountID(bits: 0xc41d)
    static let session = SessionID(bits: 0x5e5)
    static let device = DeviceID(bits: 0xde1)
    static let challenge = ChallengeID(bits: 0xc4a1)
    static let pinChallenge = PINChallengeID(bits: 0xc4a2)
    static let binding = BindingID(bits: 0xb1d)
    static let secret = SecretID(bits: 0x5ec)
    static let operation = OperationID(bits: 0x0b)
    static let request = RequestID(bits: 0x4e9)
    static let epoch = EpochID(bits: 0xe90c)
    static let group = GroupID.sample
    static let phone = "+4915112345678"
    static let earlier = Instant(ms: 1_767_225_600_000)
    static let soon = Instant(ms: 1_767_225_900_000)
    static let deviceName = made(DeviceName(rawValue: "Ada's phone"))
    static let code = made(OneTimeCode(wire: "123456"))
    static let factorSecret = made(AuthenticatorSecret(wire: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"))
    static let shownCode = made(AuthenticatorCode(wire: "123456"))
    static let itemCode = made(ItemCode(wire: "123456"))
    static let accessToken = made(AccessToken(wire: "eyJ.eyJ.sig"))
    static let refreshToken = made(RefreshToken(wire: String(repeating: "r", count: 43)))
    static let enrolmentSecret = made(EnrolmentSecret(wire: "ABCDEFGHIJKLMNOPQRSTUVWX"))
    static let recoveryCode = made(RecoveryCode(wire: "ABCDEFGHIJKLMNOP"))
    static let pinPublicKey = made(PINPublicKey([UInt8](repeating: 1, count: 32)))
    static let pinSignature = made(PINSignature([UInt8](repeating: 2, count: 64)))
    static let unlockShare = made(UnlockShare([UInt8](repeating: 3, count: 32)))
    static let pinParameters = PINParameters(
        generation: 1, salt: "AQEBAQEBAQEBAQEBAQEBAQ", kdf: KeyDerivation(name: "scrypt", n: 32_768, r: 8, p: 1))
    static let ephemeralKey = String(repeating: "B", count: 87)
    static let keySet = String(repeating: "k", count: 43)
    static let signature = String(repeating: "A", count: 86)

    static let keyID = String(repeating: "k", count: 43)

    static let childName = made(DeviceName(rawValue: "Mia"))
    static let inviteCode = made(InviteCode(wire: "ABCDEFGH"))
    static let inviteTicket = made(InviteTicket([UInt8](repeating: 4, count: 32)))
    static let childChallenge = ChildPINChallenge(
        childId: child, deviceId: device, state: .childPINSetup, challengeId: pinChallenge, challenge: keyID,
        expiresAtMs: soon, issuer: "https://auth.example.org", pin: pinParameters, bindingId: binding)
    static let childSignIn = ChildSignIn(
        unlockShare: unlockShare, offlineUnlockHours: 72,
        session: SessionGrant(
            accountId: child, sessionId: session, deviceId: device, accessToken: accessToken,
            refreshToken: refreshToken, expiresAtMs: soon, scope: [Open(.child), Open(.sync)], group: group,
            approval: .approvedForSyncing))

    static let grant = SessionGrant(
        accountId: account, sessionId: session, deviceId: device, accessToken: accessToken,
        refreshToken: refreshToken, expiresAtMs: soon, scope: [Open(.account)], group: group,
        approval: .waitingForApproval)
    static let sessionView = SessionView(
        sessionId: session, deviceId: device, deviceName: "Ada's phone", isPending: false, isCurrent: true,
        firstUsedAtMs: earlier, lastUsedAtMs: earlier)
    static let decision = DecisionView(
        atMs: earlier, kind: Open(.approval), accountId: account, phone: "+49•••••678", from: "waitingForApproval",
        to: "approvedForSyncing")
    static let auditHead = "1:" + String(repeating: "5a", count: 32)
    static let auditRow = AuditRowView(
        number: 4, atMs: earlier, kind: Open(.approval), detail: "approvedForSyncing", accountId: account,
        actor: Open(.administrator))
    static let vaultAuditRow = AuditRowView(
        number: 1, atMs: earlier, kind: Open(.secretRead), detail: "pulled", accountId: account, deviceId: device,
        actor: Open(.service), count: 3)
    static let message = MessageView(
        atMs: earlier, phone: "+49•••••678", driver: "kannel", state: Open(.delivered), reportedAtMs: soon)
    static let deviceView = DeviceView(
        deviceId: device, deviceName: "Ada's phone", isAdmitted: true, isCurrent: true, firstUsedAtMs: earlier,
        lastUsedAtMs: earlier)
    static let pending = PendingPerson(
        accountId: account, phone: "+49•••••678", group: group, status: .waitingForApproval, version: 1,
        sinceMs: earlier)

    static let ward = made(GroupID(rawValue: "ward-3"))
    static let wardView = GroupView(
        group: ward, registers: .member, approval: .manual, devices: .one, verification: .otp, pin: .required,
        secondFactor: .optional, isJoinable: true, offlineUnlockHours: 72)
    static let changedGroup = GroupView(
        group: group, registers: .member, approval: .manual, devices: .many, verification: .otp, pin: .required,
        secondFactor: .optional, isJoinable: true, offlineUnlockHours: 72)

    static let body: JSONObject = [
        "accountName": "ada@example.com", "issuer": "Example", "type": "totp", "secret": "JBSWY3DPEHPK3PXP",
        "algorithm": "SHA1", "digits": 6, "period": 30,
    ]
    static let editedBody: JSONObject = [
        "accountName": "ada@example.com", "issuer": "Example Mail", "type": "totp", "secret": "JBSWY3DPEHPK3PXP",
        "algorithm": "SHA1", "digits": 6, "period": 30,
    ]
    static let address =
        "otpauth://totp/Example:ada%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Example&algorithm=SHA1&digits=6&period=30"
    static let item = VaultItem(
        id: secret, kind: "otp", rev: DecimalInt64(3), state: .live, schema: 1, body: body, createdAtMs: earlier,
        updatedAtMs: earlier, updatedBy: device)
    static let op = PushOp(
        opId: operation, type: .create, id: secret, kind: "otp", knownSeq: DecimalInt64(2), body: body)
    static let result = OpResult(opId: operation, id: secret, outcome: .applied, rev: DecimalInt64(3))
    static let secretView = SecretView(
        id: secret, rev: DecimalInt64(3), kind: "otp", accountName: "ada@example.com", issuer: "Example")
    static let limits = VaultLimits(
        opsPerPush: 100, bytesPerPush: 1 << 20, bytesPerBody: 64 << 10, itemsPerPage: 500,
        itemsPerAccount: 10_000, bytesPerAccount: 50 << 20,
        tombstonesPerAccount: 20_000, operationsPerAccount: 200_000, historyBytesPerAccount: 100 << 20,
        operationsPerHour: 20_000, longPollMs: 25_000, wrapsPerAccount: 200, backendOperationsPerHour: 600)

    static let clock = ClockView(
        hostMs: soon, serviceMs: soon, storedMs: earlier, databaseServerMs: nil, problem: nil)

    static let key = made(KeyID(.signing, 2))
    static let keyView = KeyView(key: key, state: Open(.active), sinceMs: earlier)
    static let publishedKey = KeyView(key: key, state: Open(.published), sinceMs: earlier, missingAt: ["host-2:4712"])
    static let retiredKey = KeyView(key: key, state: Open(.retired), sinceMs: earlier)

    private static func made<T>(_ value: T?) -> T {
        guard let value else { preconditionFailure("a sample breaks its own type's bounds") }
        return value
    }
}
