import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing
import VaultStore

/// Two years of one account with 50 devices, in virtual time: daily edits, a pull of each device a day, and a pass of the
/// sweeper every six hours.
@Suite struct YearOfUseTests {
    @Test(.enabled(if: StoreEngine.chosen == .sqlite, "a history this long takes minutes on a server"))
    func `a year of daily use by 50 devices is bounded, and nobody who was there within 180 days pulls everything`()
        async throws
    {
        var year = try await YearOfUse(RandomWalk())
        for day in 0..<730 { try await year.liveThrough(day) }
        try await year.expectBounded()
    }
}

/// One account and its devices, day after day.
private struct YearOfUse {
    /// A device that is away for a while, from a day on.
    private struct Absence {
        let device: Int
        let days: Range<Int>
        /// True if the device must be able to go on with its cursor when it is back.
        let keepsCursor: Bool
    }

    private static let deviceCount = 50
    private static let editsPerDay = 10

    private let fixture: VaultStoreFixture
    private let devices: [DeviceID]
    private let absences = [
        Absence(device: 47, days: 100..<279, keepsCursor: true),
        Absence(device: 48, days: 100..<300, keepsCursor: false),
        Absence(device: 49, days: 20..<730, keepsCursor: false),
    ]
    private var walk: RandomWalk
    private var cursors: [PullCursor?]
    /// The largest number of rows of each table and of bytes in the first year, and in the second.
    private var first: [String: Int64] = [:], second: [String: Int64] = [:]
    private var completePulls: [Int] = []
    private var floors: [Int64] = []

    init(_ walk: RandomWalk) async throws {
        self.walk = walk
        fixture = try await VaultStoreFixture()
        devices = (0..<Self.deviceCount).map { [fixture] _ in fixture.id() }
        cursors = Array(repeating: nil, count: Self.deviceCount)
    }

    mutating func liveThrough(_ day: Int) async throws {
        for quarter in 0..<4 {
            if quarter == 1 { try await edit(day) }
            if quarter == 2 { try await pull(day) }
            fixture.clock.advance(by: .hours(6))
            _ = try await fixture.store.sweep(at: fixture.now)
        }
        if day % 10 == 9 { try await count(day) }
    }

    /// Edits, adds, trashes, restores and deletes, each on the present version.
    private mutating func edit(_ day: Int) async throws {
        let secrets = try await fixture.everything().filter { $0.state != .deleted }
        for _ in 0..<Self.editsPerDay {
            let device = devices[Int.random(in: 0..<40, using: &walk)]
            guard secrets.count >= 20, let secret = secrets.randomElement(using: &walk) else {
                _ = try await push(fixture.op(.create, fixture.id(), fixture.note("\(walk.next())")), by: device)
                continue
            }
            let body = fixture.note("\(walk.next())")
            let op: SecretOp? =
                switch (secret.state, Int.random(in: 0..<8, using: &walk)) {
                case (.live, 0): fixture.op(.trash, secret.id, on: secret.rev)
                case (.live, 1): fixture.op(.delete, secret.id, on: secret.rev)
                case (.live, _): fixture.op(.update, secret.id, on: secret.rev, body)
                case (.trashed, 0...3): fixture.op(.restore, secret.id, on: secret.rev)
                case (.trashed, _), (.deleted, _): nil
                }
            if let op { _ = try await push(op, by: device) }
        }
    }

    private func push(_ op: SecretOp, by device: DeviceID) async throws -> PushOutcome {
        try await fixture.store.push([op], to: fixture.account, by: device, at: fixture.now).outcomes[0]
    }

    /// Each device that is there pulls everything since its cursor, and presents the new one.
    private mutating func pull(_ day: Int) async throws {
        for index in devices.indices {
            if absences.contains(where: { $0.device == index && $0.days.contains(day) }) { continue }
            do {
                cursors[index] = try await pulled(from: cursors[index])
            } catch VaultStoreFault.resyncRequired(let reason) {
                #expect(reason == .cursorExpired)
                completePulls.append(index)
                cursors[index] = try await pulled(from: nil)
            }
        }
        try await fixture.store.acknowledge(
            devices.indices.compactMap { [fixture, cursors, devices] index in
                guard !absences.contains(where: { $0.device == index && $0.days.contains(day) }) else { return nil }
                return cursors[index].map {
                    Acknowledgement(account: fixture.account, device: devices[index], cursor: $0, at: fixture.now)
                }
            })
    }

    private func pulled(from start: PullCursor?) async throws -> PullCursor {
        var page = try await fixture.store.pull(fixture.account, from: start, at: fixture.now)
        while page.hasMore { page = try await fixture.store.pull(fixture.account, from: page.cursor, at: fixture.now) }
        return page.cursor
    }

    private mutating func count(_ day: Int) async throws {
        let head = try await fixture.store.head(of: fixture.account, at: fixture.now)
        floors.append(head.floor)
        var counts = ["bytes of bodies": head.bytes, "bytes of former versions": head.historyBytes]
        for table in ["vault_item", "vault_version", "vault_op", "vault_device", "vault_dek"] {
            counts[table] = try await fixture.count(table)
        }
        if day < 365 { first.merge(counts, uniquingKeysWith: max) } else { second.merge(counts, uniquingKeysWith: max) }
    }

    /// Nothing is larger in the second year than in the first, but for what the chances of the edits make.
    func expectBounded() async throws {
        for (name, count) in second.sorted(by: { $0.key < $1.key }) {
            print("two years of an account: \(name) at most \(first[name] ?? 0), in the second year \(count)")
            #expect(count <= (first[name] ?? 0) * 13 / 10, "\(name); \(walk.note)")
        }
        #expect(
            floors == floors.sorted() && floors.last ?? 0 > floors[floors.count / 2] && floors[floors.count / 2] > 0)
        for absence in absences where absence.keepsCursor { #expect(!completePulls.contains(absence.device)) }
        // The one that was away for longer is not active, so the floor passed it.
        #expect(completePulls == [48])
        #expect(try await fixture.count("vault_device") == Int64(Self.deviceCount - 1))
    }
}
