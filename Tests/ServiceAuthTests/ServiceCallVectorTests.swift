import Cryptography
import Primitives
import StrictJSON
import Support
import Testing

@testable import ServiceAuth

@Suite struct ServiceCallVectorTests {
    private let now = Instant(ms: 1_750_000_000_000)

    @Test func `the service call vectors are reproduced`() throws {
        try Vectors.compare(try document(), with: "internal-call")
    }

    /// A random source that always returns one byte, so that every drawn value is known.
    private func random(_ byte: UInt8) -> RandomSource {
        RandomSource { buffer in for index in buffer.indices { buffer[index] = byte } }
    }

    private func document() throws -> JSON {
        let vault = ServiceKey(
            name: "vault", key: try #require(Ed25519.PrivateKey(seed: [UInt8](repeating: 1, count: 32))))
        let auth = ServiceKey(
            name: "auth", key: try #require(Ed25519.PrivateKey(seed: [UInt8](repeating: 2, count: 32))))
        let sealing = try #require(Key256([UInt8](repeating: 3, count: 32)))
        let peers = PeerKeys([("vault", vault.publicKey), ("auth", auth.publicKey)])
        let verifier = ServiceCallVerifier(keys: LinkKeys(auth, peers), sealing: [sealing])
        let handshake = ClientHandshake(by: vault, to: "auth", now: now, random: random(4))
        let answer = try verifier.acceptHandshake(handshake.assertion, now: now, random: random(5)).answer
        let session = try handshake.finish(answer, peers: peers)
        let body = #"{"jsonrpc":"2.0","id":1,"method":"service.version"}"#
        let call = session.call(path: "/rpc", body: Array(body.utf8), now: now, random: random(6))
        let header = call.header
        let verified = try verifier.verify(header, path: "/rpc", body: Array(body.utf8), now: now)
        #expect(verified.caller == "vault")
        let reply = #"{"jsonrpc":"2.0","result":{},"id":1}"#
        let answerHeader = verified.answerHeader(status: 200, body: Array(reply.utf8))
        #expect(call.isAuthentic(answerHeader: answerHeader, status: 200, body: Array(reply.utf8)))
        let nonce = Base64URL.encode([UInt8](repeating: 6, count: 16))
        let message = ServiceCallScheme.message(
            method: "POST", path: "/rpc", body: Array(body.utf8), time: now.ms, nonce: nonce)
        return [
            "what":
                "An introduction to service.authenticate and one call under its session key. Bytes are hexadecimal.",
            "nowMs": .string(String(now.ms)),
            "caller": ["name": "vault", "seed": Vectors.hex(vault.key.seed), "kid": .string(vault.kid)],
            "answerer": ["name": "auth", "seed": Vectors.hex(auth.key.seed), "kid": .string(auth.kid)],
            "callerEphemeralScalar": Vectors.hex([UInt8](repeating: 4, count: 32)),
            "answererEphemeralScalar": Vectors.hex([UInt8](repeating: 5, count: 32)),
            "assertion": .string(handshake.assertion),
            "answer": [
                "handle": .string(answer.handle), "publicKey": .string(answer.publicKey),
                "signature": .string(answer.signature), "expiresAtMs": .string(String(answer.expires.ms)),
            ],
            "sessionKey": Vectors.hex(session.key.reveal),
            "call": [
                "method": "POST", "path": "/rpc", "body": .string(body),
                "bodyHash": Vectors.hex(SHA256.hash(Array(body.utf8))),
                "tMs": .string(String(now.ms)), "nonce": .string(nonce), "message": Vectors.hex(message),
                "header": .string(header),
            ],
            "callAnswer": [
                "status": 200, "body": .string(reply),
                "message": Vectors.hex(
                    ServiceCallScheme.answerMessage(nonce: nonce, status: 200, body: Array(reply.utf8))),
                "header": .string(answerHeader),
            ],
        ]
    }
}
