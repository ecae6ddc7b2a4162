import Contracts
public import Cryptography
public import Primitives
public import SQL
import StrictJSON

/// The device's store. Write methods run one transaction each; everything of the person's is sealed.
public struct LocalStore: Sendable {
    let database: any Database
    let sealing: Sealing

    /// Opens the store, bringing its tables up to date.
    ///
    /// - Parameter platformKey: kept by the platform (a file of mode 0600 in the reference device).
    public init(on database: any Database, platformKey: Key256, random: RandomSource) async throws {
        self.database = database
        sealing = Sealing(key: platformKey, random: random)
        _ = try await Migrations.run(DeviceSchema.migrations, on: database)
    }

    /// The profile as last stored.
    public func profile() async throws(DeviceFault) -> Profile {
        try await stored { try await database.read { [sealing] in try Self.profile($0, sealing) } }
    }

    /// Changes the profile; the change is on disk when this returns.
    @discardableResult
    public func changeProfile(
        _ change: @Sendable @escaping (inout Profile) -> Void
    ) async throws(DeviceFault) -> Profile {
        try await self.change { _, _, profile in
            change(&profile)
            return profile
        }
    }

    /// All entries, oldest first, those whose deletion is still owed included.
    public func entries() async throws(DeviceFault) -> [LocalEntry] {
        try await stored { try await database.read { [sealing] in try LocalEntry.all($0, sealing) } }
    }

    /// Stores an entry whole: replaces what was there under its id.
    public func put(_ entry: LocalEntry) async throws(DeviceFault) {
        try await stored { try await database.write { [sealing] in try entry.store(in: $0, sealing) } }
    }

    /// Does several changes to entries and profile in one transaction; a fault of the device that is thrown inside
    /// undoes them and is thrown on.
    func change<T: Sendable>(
        _ body: @Sendable @escaping (any Transaction, Sealing, inout Profile) throws -> T
    ) async throws(DeviceFault) -> T {
        try await stored {
            try await database.write { [sealing] transaction in
                var profile = try Self.profile(transaction, sealing)
                let value = try body(transaction, sealing, &profile)
                try Self.store(profile, transaction, sealing)
                return value
            }
        }
    }

    private func stored<T: Sendable>(_ work: () async throws -> T) async throws(DeviceFault) -> T {
        do { return try await work() } catch { throw DeviceFault(storing: error) }
    }

    private static let place = Array("profile".utf8)

    private static func profile(_ transaction: any Transaction, _ sealing: Sealing) throws -> Profile {
        let rows = try transaction.run(Statement("SELECT value FROM profile WHERE name = $1", .text("profile")))
        guard let row = rows.first else { return Profile() }
        return try WireDecoder().decode(Profile.self, from: .object(try sealing.open(try row.bytes(0), for: place)))
    }

    private static func store(_ profile: Profile, _ transaction: any Transaction, _ sealing: Sealing) throws {
        guard case .object(let object) = try WireEncoder().encode(profile) else { return }
        try transaction.run(
            Statement(
                "INSERT INTO profile (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                .text("profile"), .bytes(try sealing.seal(object, for: place))))
    }
}
