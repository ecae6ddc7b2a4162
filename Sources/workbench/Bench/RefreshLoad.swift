import ArgumentParser
import Contracts
import Curl
import Foundation
import JSONRPC
import Proofs
import RPCClient
import Synchronization
import TimeAndChance
import Vocabulary

/// B8: sessions that refresh without a pause, each with its own device key, proving every request.
struct RefreshLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "refresh")

    @Option(help: "Auth's public address.") var authURL: String
    @Option(help: "Sessions that refresh at once.") var sessions = 64
    @Option(help: "How long each run lasts, in seconds.") var seconds = 3.0
    @Option(help: "How many runs, one line each.") var runs = 5

    func run() async throws {
        var settings = CurlSettings()
        settings.connectionsPerHost = sessions
        let connection = HTTPConnection(to: authURL, with: try CurlClient(settings))
        var people: [RefreshingPerson] = []
        for index in 0..<sessions {
            let person = RefreshingPerson(connection, url: authURL)
            // Each in a block of numbers of its own.
            try await person.register(phone: "+4915\(1_000_000_000 + index * 10_007)")
            people.append(person)
        }
        for _ in 0..<runs {
            let line = try await Callers(count: sessions, seconds: seconds).run { [people] in
                try await people[$0].refresh()
            }
            print(line)
            fflush(nil)
        }
    }
}

/// A device that has a session and knows auth's latest nonce; used by one task at a time.
private final class RefreshingPerson: Sendable {
    private struct Held {
        var nonce: String?
        var refreshToken: RefreshToken?
    }

    private let connection: HTTPConnection
    private let url: String
    private let key = DeviceKey.generate(.system)
    private let held = Mutex(Held())

    init(_ connection: HTTPConnection, url: String) {
        self.connection = connection
        self.url = url
    }

    func register(phone: String) async throws {
        guard let group = GroupID(rawValue: "demo") else { return }
        let started = try await call(RegistrationStart.self, .init(phone: phone, group: group, deviceName: "bench"))
        let confirmed = try await call(RegistrationConfirm.self, .init(challengeId: started.challengeId))
        held.withLock { $0.refreshToken = confirmed.session.refreshToken }
    }

    func refresh() async throws {
        guard let token = held.withLock({ $0.refreshToken }) else { return }
        let grant = try await call(SessionRefresh.self, .init(refreshToken: token))
        held.withLock { $0.refreshToken = grant.refreshToken }
    }

    private func call<M: JSONRPC.Method>(_ method: M.Type, _ params: M.Params) async throws -> M.Answer {
        do {
            return try await attempt(method, params)
        } catch let failure as CallFailure where failure.fault?.name == "proofRefused" {
            held.withLock { $0.nonce = nil }
            try await learnNonce()
            return try await attempt(method, params)
        }
    }

    private func attempt<M: JSONRPC.Method>(_ method: M.Type, _ params: M.Params) async throws -> M.Answer {
        let nonce = held.withLock { $0.nonce }
        let answered = try await connection.exchange(method, params) { [key, url] body in
            let proof = try RequestProof.make(
                key: key, method: M.name, body: body, url: url, nonce: nonce, accessToken: nil, dice: .system)
            return [Header("DPoP", proof)]
        }
        if let fresh = answered.reply.header("DPoP-Nonce") { held.withLock { $0.nonce = fresh } }
        return answered.answer
    }

    /// A refusal brings the nonce in a header, which the typed call does not show.
    private func learnNonce() async throws {
        let body = try RequestWriter.body("registration.state", ["phone": "+4915100000000"])
        let proof = try RequestProof.make(
            key: key, method: "registration.state", body: body, url: url, nonce: nil, accessToken: nil, dice: .system)
        let reply = try await connection.send(body, headers: [Header("DPoP", proof)])
        if let fresh = reply.header("DPoP-Nonce") { held.withLock { $0.nonce = fresh } }
    }
}
