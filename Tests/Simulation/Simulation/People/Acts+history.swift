import Contracts
import Interchange
import LatchkeyDevice
import Primitives
import StrictJSON

extension Acts {
    /// Makes a former version of an entry its content again, often right after an edit.
    mutating func restoreVersion(_ app: Device) async throws -> Bool {
        if generator.chance(60), try await edit(app) { _ = try await world.synchronise(app) }
        guard !device.isChangeUnderWay else { return false }
        device.isChangeUnderWay = true
        defer { device.isChangeUnderWay = false }
        let entries = try await app.entryList().rows.filter { !$0.isForeign && $0.entry.base != nil }.map(\.entry)
        guard let (entry, version) = try await pickVersion(of: entries, app) else { return false }
        record("restores the version \(version.label("issuer")) of \(entry.issuer)")
        let restored = try await app.restoreVersion(version.rev, ofEntryNamed: "\(entry.id)")
        let before = StoredEntry.texts(restored.base?.body) ?? [:], after = StoredEntry.texts(restored.body) ?? [:]
        for (member, text) in after.sorted(by: { $0.key < $1.key }) {
            guard let replaced = before[member], replaced != text else { continue }
            oracle.putBack(text, over: replaced, on: device, entry: restored.id)
        }
        oracle.confirmedDeletions[restored.id] = nil
        return true
    }

    /// Chooses an entry and one of its former versions; looks at four entries at most.
    private mutating func pickVersion(
        of entries: [LocalEntry], _ app: Device
    ) async throws -> (entry: LocalEntry, version: EntryHistory.Version)? {
        for _ in 0..<4 {
            guard let entry = generator.pick(entries) else { return nil }
            let history = try await app.history(named: "\(entry.id)")
            let former = history.versions.dropFirst().filter { $0.body != nil }
            if !history.isInTrash, let version = generator.pick(former) { return (entry, version) }
        }
        return nil
    }

    /// Takes an item out of the vault's trash. If the trash is empty, a backend puts an item into it before.
    mutating func restoreTrash(_ app: Device) async throws -> Bool {
        let profile = try await app.store.profile()
        guard let account = profile.accountId, let token = profile.accessToken else { return false }
        if try await app.serverTrash().isEmpty {
            var backend = Backend(world: world, device: device, token: token, account: account, generator: generator)
            await backend.perform(.backendTrash)
        }
        guard let item = generator.pick(try await app.serverTrash()) else { return false }
        record("takes \(item.issuer) out of the vault's trash")
        oracle.confirmedDeletions[item.id] = nil
        _ = try await app.restoreDeleted(named: "\(item.id)")
        return true
    }

    /// Imports a file twice. The second import adds nothing.
    mutating func importFile(_ app: Device) async throws -> Bool {
        guard !device.isChangeUnderWay else { return false }
        device.isChangeUnderWay = true
        defer { device.isChangeUnderWay = false }
        let bodies = (0..<1 + generator.below(3)).map { _ in
            let texts = StoredEntry.members.map { world.texts.next($0) }
            return OTPBody(
                accountName: texts[1], issuer: texts[0], type: .totp, secret: texts[2], algorithm: .sha1, digits: 6,
                period: 30)
        }
        let formats: [ExchangeFormat] = [.otpauth, .twoFAS, .andOTP, .freeOTPPlus, .bitwarden, .csv]
        let format = formats[generator.below(formats.count)]
        record("imports \(bodies.map(\.issuer).joined(separator: ", ")) from \(format)")
        let file = try EntryFile.write(bodies, as: format, random: world.random)
        let before = try await app.store.profile().accountId
        for text in bodies.flatMap(Self.texts) { oracle.edits.write(text, replacing: [], owner: nil) }
        let added = try await app.importEntries(from: file).added
        let isSignedIn = try await app.store.profile().accountId == before && before != nil
        for entry in added {
            for text in (StoredEntry.texts(entry.body) ?? [:]).values.sorted() {
                if isSignedIn, let name = device.person?.name { oracle.edits.setOwner(name, of: text) }
                oracle.wrote(text, replacing: [], on: device, entry: entry.id)
            }
        }
        guard added.count == bodies.count else {
            oracle.fail(.importIncomplete, "\(added.count) of \(bodies.count) entries of a file were added")
            return true
        }
        let again = try await app.importEntries(from: file).added
        for entry in again {
            for text in (StoredEntry.texts(entry.body) ?? [:]).values.sorted() {
                oracle.wrote(text, replacing: [], on: device, entry: entry.id)
            }
        }
        let here = Set(try await app.entryList().rows.filter { !$0.isForeign }.map(\.entry.id))
        if try await app.store.profile().accountId == before, added.allSatisfy({ here.contains($0.id) }), !again.isEmpty
        {
            oracle.fail(.importedTwice, "the second import of a file has added \(again.count) entries")
        }
        return true
    }

    private static func texts(_ body: OTPBody) -> [String] { [body.issuer, body.accountName, body.secret] }
}
