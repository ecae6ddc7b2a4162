import Contracts
import Domain
import LatchkeyDevice
import PairSupport
import Primitives
import StrictJSON
import Support
import Testing

/// Random walks of two devices of one account, with the real services in this process: entries are added, edited and
/// deleted, answers are lost, and the vault is restored from a copy.
@Suite(.timeLimit(.minutes(5))) struct RestoreWalkTests {
    private static let phone = "+4915112345678"

    @Test(arguments: 0..<6) func `after any walk both devices agree, and no entry is gone that nobody deleted`(
        _ turn: Int
    ) async throws {
        var walk = RandomWalk()
        let pair = try await ServicePair()
        let lossy = FaultyConnection(pair.vaultConnection)
        let devices = [
            try await pair.makeDevice("phone", vault: lossy), try await pair.makeDevice("tablet", vault: lossy),
        ]
        try await pair.signIn(devices, phone: Self.phone)
        var copy = try await pair.backUpVault(), added: [String] = [], deleted: Set<String> = []
        for step in 0..<60 {
            let device = devices[Int(walk.next() % 2)]
            let entries = try await device.entries().sorted { $0.id < $1.id }
            let entry = entries.isEmpty ? nil : entries[Int(walk.next() % UInt64(entries.count))]
            switch (walk.next() % 12, entry) {
            case (0...2, _), (_, nil):
                let secret = Self.secret(added.count)
                _ = try await device.add(uri: "otpauth://totp/E\(step):ada?secret=\(secret)&issuer=E\(step)")
                added.append(secret)
            case (3, let entry?):
                deleted.insert(entry.body?["secret"]?.string ?? "")
                try await device.delete(entry)
            case (4, let entry?): _ = try await device.edit(entry, issuer: "I\(step)", accountName: nil)
            case (5, let entry?): _ = try await device.edit(entry, issuer: nil, accountName: "a\(step)")
            case (6, _): copy = try await pair.backUpVault()
            case (7, _): try await pair.restoreVault(copy)
            case (8, _):
                lossy.losesAnswers = true
                _ = try? await device.sync()
                lossy.losesAnswers = false
            case (_, _): _ = try await device.sync()
            }
        }
        for _ in 0..<3 {
            for device in devices {
                for entry in try await device.undecidedEntries() { _ = try await device.keepAsNew(entry) }
                for entry in try await device.deletions() { _ = try await device.rejectDeletion(of: entry) }
                _ = try await device.sync()
            }
        }
        let lists = [try await bodies(of: devices[0]), try await bodies(of: devices[1])]
        #expect(lists[0].map(Self.text) == lists[1].map(Self.text), "\(walk.note)")
        #expect(lists[0] == lists[1], "\(walk.note)")
        let present = Set(lists[0].compactMap { $0["secret"]?.string })
        #expect(Set(added).subtracting(deleted).subtracting(present).isEmpty, "\(walk.note)")
        for device in devices {
            #expect(try await device.store.entries().allSatisfy { !$0.hasUnsentEdits && $0.inFlight == nil })
        }
    }

    /// The bodies of the visible entries, sorted.
    private func bodies(of device: Device) async throws -> [JSONObject] {
        let bodies = try await device.entries().compactMap(\.body).map { (text: Self.text(of: $0), body: $0) }
        return bodies.sorted { $0.text < $1.text }.map(\.body)
    }

    private static func text(of body: JSONObject) -> String {
        ["secret", "issuer", "accountName"].map { body[$0]?.string ?? "" }.joined(separator: "|")
    }

    /// A base32 text of its own for each number.
    private static func secret(_ number: Int) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        return "JBSWY3DPEHPK3P" + String([digits[number / 32 % 32], digits[number % 32]])
    }
}
