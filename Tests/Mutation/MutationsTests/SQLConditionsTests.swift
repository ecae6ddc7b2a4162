import Testing

@testable import Mutations

/// The conditions that are found in SQL texts.
struct SQLConditionsTests {
    private func changed(_ sql: String, drops: Bool) -> [String] {
        SQLConditions.changes(of: Array(sql.utf8)).filter { $0.isDrop == drops }.map { change in
            var text = Array(sql.utf8)
            text.replaceSubrange(change.range, with: Array(change.text.utf8))
            return String(decoding: text, as: UTF8.self)
        }
    }

    @Test(arguments: [
        ("SELECT a FROM t WHERE b = $1 ORDER BY a", ["SELECT a FROM t WHERE (b = $1 OR TRUE) ORDER BY a"]),
        (
            "DELETE FROM t WHERE a = 1 AND b < 2",
            ["DELETE FROM t WHERE (a = 1 OR TRUE) AND b < 2", "DELETE FROM t WHERE a = 1 AND (b < 2 OR TRUE)"]
        ),
        (
            "UPDATE t SET a = 1 WHERE b BETWEEN 1 AND 2 RETURNING a",
            ["UPDATE t SET a = 1 WHERE (b BETWEEN 1 AND 2 OR TRUE) RETURNING a"]
        ),
        (
            "SELECT 1 FROM t WHERE a IS NOT DISTINCT FROM b {lockRow}",
            ["SELECT 1 FROM t WHERE (a IS NOT DISTINCT FROM b OR TRUE) {lockRow}"]
        ),
        ("SELECT 1 FROM t JOIN u ON t.a = u.a", ["SELECT 1 FROM t JOIN u ON (t.a = u.a OR TRUE)"]),
        (
            "INSERT INTO t VALUES ($1, max(1, 2)) ON CONFLICT (a) DO UPDATE SET b = 1 WHERE t.c > 3",
            ["INSERT INTO t VALUES ($1, max(1, 2)) ON CONFLICT (a) DO UPDATE SET b = 1 WHERE (t.c > 3 OR TRUE)"]
        ),
        (
            #"ended IS NULL OR \(isOpen("a AND b"))"#,
            [
                #"(ended IS NULL AND FALSE) OR \(isOpen("a AND b"))"#,
                #"ended IS NULL OR (\(isOpen("a AND b")) AND FALSE)"#,
            ]
        ),
    ]) func `each condition is dropped in turn`(sql: String, expected: [String]) {
        #expect(changed(sql, drops: true) == expected)
    }

    @Test func `alternatives in parentheses are dropped one by one, and together`() {
        #expect(
            changed("SELECT 1 FROM t WHERE (a = 1 OR b = 2) AND c = 3", drops: true) == [
                "SELECT 1 FROM t WHERE ((a = 1 OR b = 2) OR TRUE) AND c = 3",
                "SELECT 1 FROM t WHERE ((a = 1 AND FALSE) OR b = 2) AND c = 3",
                "SELECT 1 FROM t WHERE (a = 1 OR (b = 2 AND FALSE)) AND c = 3",
                "SELECT 1 FROM t WHERE (a = 1 OR b = 2) AND (c = 3 OR TRUE)",
            ])
    }

    @Test func `the limit of a comparison moves`() {
        #expect(
            changed("DELETE FROM t WHERE a <= $1 AND b->>'x' = 'a < b'", drops: false)
                == ["DELETE FROM t WHERE a < $1 AND b->>'x' = 'a < b'"])
    }

    @Test(arguments: [
        "CREATE TABLE t (a INT CHECK (a > 0 AND a < 5))", "no SQL", "SELECT seen FROM feed WHERE id = 1",
    ])
    func `nothing is found in definitions, in prose, and in the key of a table of one row`(text: String) {
        #expect(changed(text, drops: true) + changed(text, drops: false) == [])
    }
}
