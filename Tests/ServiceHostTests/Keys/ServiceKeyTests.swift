import Cryptography
import Glibc
import Primitives
import ServiceAuth
import Support
import Testing

@testable import ServiceHost

@Suite struct ServiceKeyTests {
    /// Returns a data folder with the first key pairs of both services, in one key folder.
    private func dataFolder() throws -> String {
        let data = scratchFolder()
        let folder = try KeyFolder("\(data)/keys", random: .system, makesMissing: true)
        for name in ["auth", "vault"] { _ = try folder.serviceKey(name) }
        return data
    }

    private func common(_ data: String, key: Int? = nil) throws -> CommonConfiguration {
        try CommonOnly.read(flags: ["data": data].merging(key.map { ["service-key": "\($0)"] } ?? [:]) { $1 })
    }

    private func publish(_ name: String, of service: String, in data: String) throws -> String {
        try ServiceKeyOptions.publish(
            try #require(ServiceKeyName(name)), of: service, peer: service == "auth" ? "vault" : "auth", in: data)
    }

    @Test(arguments: [
        ("service-1", 1), ("service-999999", 999_999), ("service-1000000", nil), ("service-0", nil),
        ("service-02", nil),
        ("service-", nil), ("service", nil), ("signing-2", nil), ("service--2", nil), ("service-2 ", nil),
    ])
    func `a key pair is named by a number from 1 to 999999`(text: String, number: Int?) {
        #expect(ServiceKeyName(text)?.number == number)
    }

    @Test func `a published key pair is not used until the setting names it`() throws {
        let data = try dataFolder()
        let first = try common(data).linkKeys(in: common(data).existingKeyFolder()).own.kid
        let steps = try publish("service-2", of: "auth", in: data)
        #expect(steps.contains("Set service-key to 2"))
        let folder = try common(data).existingKeyFolder()
        #expect(try common(data).linkKeys(in: folder).own.kid == first)
        let second = try common(data, key: 2).linkKeys(in: folder).own.kid
        #expect(second != first)
        #expect(
            try common(data, key: 2).linkKeyLines().dropLast() == [
                "service-1 is not used: \(first)", "service-2 is active: \(second)",
            ])
        _ = try publish("service-2", of: "auth", in: data)
        #expect(try common(data, key: 2).linkKeys(in: folder).own.kid == second)
    }

    @Test func `every public key of the other service is accepted, and no other one`() throws {
        let data = try dataFolder()
        let folder = try common(data).existingKeyFolder()
        let first = try folder.peerKeys("vault").kids(of: "vault")
        #expect(first.count == 1)
        _ = try publish("service-2", of: "vault", in: data)
        _ = try publish("service-2", of: "auth", in: data)
        let both = try folder.peerKeys("vault").kids(of: "vault")
        #expect(both.count == 2 && both.contains(first[0]))
        try #require(unlink("\(data)/keys/vault.service.pub") == 0)
        #expect(try folder.peerKeys("vault").kids(of: "vault") == both.filter { $0 != first[0] })
        try #require(unlink("\(data)/keys/vault.service-2.pub") == 0)
        let fault = #expect(throws: KeyFault.self) { try folder.peerKeys("vault") }
        #expect(fault?.description == "\(data)/keys/vault.service.pub is missing: copy it from that service")
    }

    @Test func `a key pair without a file is not made, not even in a demonstration`() throws {
        let data = try dataFolder()
        let making = try KeyFolder("\(data)/keys", random: .system, makesMissing: true)
        let fault = #expect(throws: KeyFault.self) { try common(data, key: 3).linkKeys(in: making) }
        #expect(fault?.description.contains("auth.service-3.pem is missing") == true)
    }

    @Test func `the first key pair is not published`() throws {
        let data = try dataFolder()
        let fault = #expect(throws: KeyFault.self) { try publish("service-1", of: "auth", in: data) }
        #expect(fault?.description.contains("take service-2") == true)
    }

    @Test func `a key pair is published beside the first one only`() throws {
        let data = scratchFolder()
        #expect(throws: KeyFault.self) { try publish("service-2", of: "auth", in: data) }
        try #require(mkdir("\(data)/keys", 0o700) == 0)
        #expect(throws: KeyFault.self) { try publish("service-2", of: "auth", in: data) }
    }
}
