import SQL

extension AuditLog {
    /// Finds a trigger, a rule or row level security on the tables of the service. No migration makes one: somebody could
    /// let it suppress, remove or hide rows of the log as they are written, which leaves no gap in the chain.
    public func trigger() async throws -> AuditVerification.Finding? {
        try await database.select(Self.selectTrigger(in: database.dialect)).first.map {
            .trigger(String(try $0.text(0).prefix(60)))
        }
    }

    private static func selectTrigger(in dialect: Dialect) -> Statement {
        switch dialect {
        case .sqlite: Statement("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        case .postgres:
            // A view has the rule _RETURN. A view in the place of a table of the log is not the service's.
            Statement(
                """
                WITH tables AS (
                    SELECT oid, relname, relrowsecurity FROM pg_class
                    WHERE relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('audit')))
                SELECT tgname::text FROM pg_trigger JOIN tables ON tables.oid = tgrelid WHERE NOT tgisinternal
                UNION ALL SELECT rulename::text FROM pg_rewrite JOIN tables ON tables.oid = ev_class
                    WHERE rulename <> '_RETURN' OR relname IN ('audit', 'audit_chain')
                UNION ALL SELECT 'row level security of ' || relname FROM tables WHERE relrowsecurity
                """)
        }
    }
}
