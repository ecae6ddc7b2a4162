import AuthService
import Contracts
import Cryptography
import DPoP
import Domain
import JSONRPC
import PIN
import Primitives
import Support
import Synchronization
import Testing

/// A parent with one child, whose device may be bound.
struct Family {
    static let pin = "4938"
    static let wrongPIN = "1111"

    let fixture: AuthServiceFixture
    let parent: AuthTestClient
    let device: AuthTestClient
    let child: AccountID
    /// The parent's recovery codes, each given once.
    private let codes: UnusedCodes

    /// Registers a parent and adds a child; the child's device is not bound.
    init(in fixture: AuthServiceFixture?, phone: String = AuthTestClient.phone) async throws {
        let fixture = if let fixture { fixture } else { try await AuthServiceFixture() }
        self.fixture = fixture
        parent = fixture.client("parent")
        device = fixture.client("Mia's tablet")
        try await parent.register(fixture, phone, group: "home")
        codes = UnusedCodes(try await parent.makeCodes())
        child = try await parent.call(ChildAdd.self, .init(name: try #require(DeviceName(rawValue: "Mia")))).childId
    }

    /// Registers a parent of a service with these settings.
    init(_ configure: (inout AuthSettings) -> Void = { _ in }) async throws {
        try await self.init(in: AuthServiceFixture(configure))
    }

    /// A confirmation by a recovery code of the parent's that was made at the registration.
    func confirmation() throws -> GivenConfirmation { try codes.next() }

    /// Invites the child; confirmed if it has or had a device.
    func invite(_ kind: InviteKind? = nil) async throws -> InviteView {
        do {
            return try await parent.call(ChildInvite.self, .init(childId: child, kind: kind))
        } catch let fault as RemoteFault where fault.name == FaultKind.confirmationRequired.name {
            return try await parent.call(
                ChildInvite.self, .init(childId: child, kind: kind, confirmation: confirmation()))
        }
    }

    /// Invites another parent of the child.
    func inviteParent(_ kind: InviteKind? = nil) async throws -> InviteView {
        try await parent.call(
            ChildInviteParent.self, .init(childId: child, kind: kind, confirmation: confirmation()))
    }

    /// Ends the access of the child and makes a new invite.
    func resetAccess() async throws -> InviteView {
        try await parent.call(ChildResetAccess.self, .init(childId: child, confirmation: confirmation()))
    }

    /// Binds the device by a new invite.
    @discardableResult
    func bind(_ device: AuthTestClient? = nil) async throws -> ChildPINChallenge {
        try await (device ?? self.device).join(invite().code)
    }

    /// Binds the device and makes its PIN, which logs the child in.
    @discardableResult
    func join(_ device: AuthTestClient? = nil) async throws -> ChildSignIn {
        let challenge = try await bind(device)
        return try await (device ?? self.device).setPIN(challenge)
    }

    /// Enters as many wrong PINs as lock the access.
    func lock() async throws {
        for _ in 0..<3 { _ = await device.refusal(ofPIN: Self.wrongPIN) }
    }

    /// The child as its parents see it.
    func view(_ parent: AuthTestClient? = nil) async throws -> ChildView {
        let children = try await (parent ?? self.parent).call(ChildList.self, Nothing()).children
        return try #require(children.first { $0.childId == child })
    }

    /// The state of the access, as the device learns it.
    func state(_ device: AuthTestClient? = nil) async throws -> ChildAccess.State {
        try await (device ?? self.device).call(ChildState.self, .init()).state
    }

    /// Makes another person a parent of the child.
    func addParent(_ phone: String = "+33612345678") async throws -> AuthTestClient {
        let other = fixture.client("other parent")
        try await other.register(fixture, phone, group: "home")
        try await parent.refresh()
        let code = try await inviteParent().code
        _ = try await other.call(ChildAcceptParent.self, .init(code: code))
        return other
    }
}

/// The recovery codes of a person, each of which is given once.
final class UnusedCodes: Sendable {
    private let codes: Mutex<[RecoveryCode]>

    init(_ codes: [RecoveryCode]) { self.codes = Mutex(codes) }

    func next() throws -> GivenConfirmation {
        let code = codes.withLock { $0.popLast() }
        return try #require(code).confirmation
    }
}

/// The steps of a child's device.
extension AuthTestClient {
    /// Binds this device by an invite code.
    @discardableResult
    func join(_ code: InviteCode) async throws -> ChildPINChallenge {
        let ticket = try await call(InviteVerify.self, .init(code: code)).ticket
        return try await call(DeviceBind.self, .init(ticket: ticket, deviceName: DeviceName(rawValue: name)))
    }

    /// Signs a challenge with the key of a PIN.
    func sign(_ challenge: ChildPINChallenge, _ purpose: PINPurpose, _ pin: String) throws -> PINSignature {
        let bytes = try #require(Base64URL.decode(challenge.challenge))
        let proof = PINProof(
            issuer: challenge.issuer, challengeID: challenge.challengeId, challenge: bytes, subject: challenge.childId,
            generation: Int64(challenge.pin.generation), thumbprint: key.thumbprint, purpose: purpose)
        let signature = try #require(proof).signed(by: Self.key(pin, challenge.pin))
        return try #require(PINSignature(signature))
    }

    /// The params that make a PIN.
    func making(_ challenge: ChildPINChallenge, _ pin: String = Family.pin) throws -> ChildSetPIN.Params {
        ChildSetPIN.Params(
            challengeId: challenge.challengeId,
            publicKey: try #require(PINPublicKey(Self.key(pin, challenge.pin).publicKey.bytes)),
            proof: try sign(challenge, .enrol, pin))
    }

    /// Makes the PIN of the child's device; keeps the session.
    @discardableResult
    func setPIN(_ challenge: ChildPINChallenge, _ pin: String = Family.pin) async throws -> ChildSignIn {
        let answer = try await call(ChildSetPIN.self, making(challenge, pin))
        session = answer.session
        return answer
    }

    /// The params that prove a PIN, with a new challenge.
    func proving(_ pin: String = Family.pin) async throws -> ChildVerifyPIN.Params {
        let challenge = try await call(ChildChallenge.self, Nothing())
        return ChildVerifyPIN.Params(
            challengeId: challenge.challengeId, proof: try sign(challenge, .login, pin))
    }

    /// Logs the child in by a PIN; keeps the session.
    @discardableResult
    func enterPIN(_ pin: String = Family.pin) async throws -> ChildSignIn {
        let answer = try await call(ChildVerifyPIN.self, proving(pin))
        session = answer.session
        return answer
    }

    /// The name of the fault that answers the start of the app, or a PIN; nil if the PIN logs the child in.
    func refusal(ofPIN pin: String) async -> String? {
        do {
            try await enterPIN(pin)
            return nil
        } catch { return (error as? RemoteFault)?.name ?? "\(error)" }
    }
}
