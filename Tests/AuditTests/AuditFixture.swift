import Audit
import Cryptography
import Domain
import Primitives
import SQL
import StoreSupport
import Support

/// An audit log on a real database.
struct AuditFixture {
    let database: any Database
    let log: AuditLog
    let authenticator: AuditAuthenticator
    let random: RandomSource
    let clock = StoppedClock()
    /// The time of the first row.
    let began: Instant

    init() async throws {
        random = SeededRandom(seed: 5).random
        began = clock.now
        database = try await StoreLocation([AuditSchema.migration(id: 1)]).open()
        authenticator = AuditAuthenticator(key: .generate(random), random: random)
        log = AuditLog(database, authenticator)
        try await log.open()
    }

    var now: Instant { clock.now }

    /// Writes rows in one transaction for each kind, each of an account and a device of its own.
    func write(_ kinds: [AuditKind], by actor: AuditActor = .service) async throws {
        for kind in kinds {
            let entry = AuditEntry(
                kind, AuditDetail.code, account: random.id(), device: random.id(), session: random.id(), count: 1,
                at: clock.now)
            try await write([entry], by: actor)
            clock.advance(by: .seconds(1))
        }
    }

    /// Writes rows in one transaction.
    func write(_ entries: [AuditEntry], by actor: AuditActor = .service) async throws {
        try await database.write { [authenticator] transaction in
            try AuditedTransaction.run(in: transaction, by: actor, authenticator) { audited in
                for entry in entries { try audited.audit(entry) }
            }
        }
    }

    /// Writes this many rows and chains them.
    func chain(_ count: Int) async throws {
        let person = AuditActor.person(random.id(), device: random.id(), session: random.id())
        try await write(Array(repeating: .attempt, count: count), by: person)
        while try await log.chainRows(waiting: true) > 0 {}
    }

    /// Changes the database as an intruder does who knows no key.
    func tamper(_ statements: String...) async throws {
        _ = try await database.write { transaction in try transaction.batch(statements.map { Statement($0) }) }
    }

    func findings(against known: [AuditHead] = []) async throws -> [AuditVerification.Finding] {
        try await log.verify(against: known).findings
    }
}
