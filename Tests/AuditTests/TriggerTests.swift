import Audit
import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing

@Suite struct `A trigger on the tables of a service` {
    private static let triggers: [StoreEngine: [String]] = [
        .sqlite: [
            "CREATE TRIGGER quiet BEFORE INSERT ON audit BEGIN SELECT RAISE(IGNORE); END",
            "CREATE TRIGGER quiet AFTER INSERT ON AUDIT BEGIN DELETE FROM audit WHERE id = NEW.id; END",
            "CREATE TRIGGER quiet AFTER UPDATE ON audit_chain BEGIN DELETE FROM audit WHERE number IS NULL; END",
            "CREATE TRIGGER quiet AFTER INSERT ON other BEGIN DELETE FROM audit WHERE number IS NULL; END",
        ],
        .postgres: [
            "CREATE RULE quiet AS ON INSERT TO audit DO INSTEAD NOTHING",
            "CREATE RULE quiet AS ON UPDATE TO audit_chain DO ALSO DELETE FROM audit",
            """
            CREATE TRIGGER quiet BEFORE UPDATE ON audit FOR EACH ROW
            EXECUTE FUNCTION suppress_redundant_updates_trigger()
            """,
            """
            CREATE CONSTRAINT TRIGGER quiet AFTER INSERT ON other DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
            EXECUTE FUNCTION suppress_redundant_updates_trigger()
            """,
        ],
    ]

    @Test(.requirement("L3"), arguments: triggers[.chosen] ?? [])
    func `is found, because it may suppress rows without a gap in the chain`(trigger: String) async throws {
        let fixture = try await AuditFixture()
        try await fixture.chain(2)
        try await fixture.tamper("CREATE TABLE other (id BIGINT)")
        #expect(try await fixture.log.trigger() == nil)
        try await fixture.tamper(trigger)
        #expect(try await fixture.log.trigger() == .trigger("quiet"))
        #expect(try await fixture.findings() == [.trigger("quiet")])
    }

    @Test(.requirement("L3"), .enabled(if: StoreEngine.chosen == .postgres))
    func `is found as row level security is, which may hide rows that are never chained`() async throws {
        let fixture = try await AuditFixture()
        try await fixture.tamper(
            "ALTER TABLE audit ENABLE ROW LEVEL SECURITY", "ALTER TABLE audit FORCE ROW LEVEL SECURITY",
            "CREATE POLICY quiet ON audit USING (number IS NOT NULL OR detail <> 'code')")
        #expect(try await fixture.log.trigger() == .trigger("row level security of audit"))
    }

    private static let ignoring: [StoreEngine: [String]] = [
        .sqlite: ["CREATE TRIGGER quiet BEFORE INSERT ON audit BEGIN SELECT RAISE(IGNORE); END"],
        .postgres: [
            "CREATE FUNCTION quiet() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
            "CREATE TRIGGER quiet BEFORE INSERT ON audit FOR EACH ROW EXECUTE FUNCTION quiet()",
        ],
    ]

    @Test(.requirement("L3"))
    func `that ignores rows makes their transactions fail, so that no effect is without its row`() async throws {
        let fixture = try await AuditFixture()
        for statement in Self.ignoring[.chosen] ?? [] { try await fixture.tamper(statement) }
        await #expect(throws: AuditRowNotWritten.self) { try await fixture.write([.attempt, .attempt]) }
    }

    @Test(.requirement("L3"), .enabled(if: StoreEngine.chosen == .postgres))
    func `is not one of this log if it is on a table of this name in another schema`() async throws {
        let fixture = try await AuditFixture()
        for statement in [
            "CREATE SCHEMA beside", "CREATE TABLE beside.audit (id BIGINT)",
            "CREATE RULE quiet AS ON INSERT TO beside.audit DO INSTEAD NOTHING",
        ] { try await fixture.tamper(statement) }
        #expect(try await fixture.log.trigger() == nil)
    }
}
