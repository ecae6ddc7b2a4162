import SQL

extension AuditLog {
    /// Finds a trigger or a rule on the tables of the log. No migration makes one: somebody could let it suppress or
    /// remove rows as they are written, which leaves no gap in the chain.
    public func trigger() async throws -> AuditVerification.Finding? {
        try await database.select(Self.selectTrigger(in: database.dialect)).first.map {
            .trigger(String(try $0.text(0).prefix(60)))
        }
    }

    private static func selectTrigger(in dialect: Dialect) -> Statement {
        switch dialect {
        case .sqlite:
            Statement(
                "SELECT name FROM sqlite_master WHERE type = 'trigger' AND lower(tbl_name) IN ('audit', 'audit_chain')")
        case .postgres:
            Statement(
                """
                SELECT tgname::text FROM pg_trigger
                WHERE tgrelid IN (to_regclass('audit'), to_regclass('audit_chain')) AND NOT tgisinternal
                UNION ALL SELECT rulename::text FROM pg_rewrite
                WHERE ev_class IN (to_regclass('audit'), to_regclass('audit_chain'))
                """)
        }
    }
}
