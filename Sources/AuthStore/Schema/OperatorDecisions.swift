import SQL

/// Adds what operators' decisions need: the confirmations of many decisions in an hour, the index by which the decisions of
/// one operator are counted, and the mark of a new account that was allowed by a decision.
enum OperatorDecisions {
    static let migration = Migration(
        id: 29, name: "operators' decisions",
        statements: [
            "ALTER TABLE operator_group ADD COLUMN bulk_confirmed_at BIGINT",
            "CREATE INDEX decision_actor ON decision (actor, at)",
            "ALTER TABLE delayed_act ADD COLUMN by_decision BIGINT",
        ])
}
