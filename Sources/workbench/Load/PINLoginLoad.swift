import ArgumentParser
import Contracts
import Cryptography
import Domain
import JSONRPC
import LatchkeyDevice
import PIN
import Primitives

/// Logs in by PIN in a loop, as an admitted device does: a challenge, and a proof that opens a session.
struct PINLoginLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin-login", abstract: "Register accounts, give each a PIN, and log in by PIN in a loop.")

    @OptionGroup var options: LoadOptions

    func run() async throws {
        try await options.measure {
            try await PINHolder($0)
        } repeating: {
            try await $0.logIn()
        }
    }
}

/// An account that has a PIN.
private struct PINHolder: Sendable {
    private let account: LoadAccount
    private let accountID: AccountID
    /// The key of the PIN. It is random and not derived from digits, because the derivation is work of the device alone.
    private let key = Ed25519.PrivateKey.generate(.system)

    /// Gives the account its PIN.
    init(_ account: LoadAccount) async throws {
        guard let id = account.session.accountId, let publicKey = PINPublicKey(key.publicKey.bytes) else {
            throw ExitCode.failure
        }
        self.account = account
        accountID = id
        let challenge = try await account.auth.call(
            PINChallenge.self, .init(purpose: .enrol, sessionId: account.session.sessionId))
        _ = try await account.auth.call(
            PINEnroll.self,
            .init(
                challengeId: challenge.challengeId, publicKey: publicKey,
                proof: try proof(of: challenge.newPin, challenge, .enrol)), token: account.session.accessToken)
    }

    func logIn() async throws {
        let challenge = try await account.auth.call(PINChallenge.self, .init(purpose: .login, accountId: accountID))
        let answer = try await account.auth.call(
            PINProve.self,
            .init(
                challengeId: challenge.challengeId, proof: try proof(of: challenge.pin, challenge, .login),
                requestId: RandomSource.system.id()))
        guard answer.session?.accountId == accountID, answer.next == nil else { throw ExitCode.failure }
    }

    private func proof(
        of pin: PINParameters?, _ challenge: PINChallenge.Answer, _ purpose: PINPurpose
    ) throws -> PINSignature {
        guard let pin, let bytes = Base64URL.decode(challenge.challenge),
            let message = PINProof(
                issuer: challenge.issuer, challengeID: challenge.challengeId, challenge: bytes,
                subject: challenge.subject, generation: Int64(pin.generation), thumbprint: account.thumbprint,
                purpose: purpose), let signature = PINSignature(message.signed(by: key))
        else { throw ExitCode.failure }
        return signature
    }
}
