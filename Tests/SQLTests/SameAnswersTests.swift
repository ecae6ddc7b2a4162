import SQL
import Support
import Testing

struct SameAnswersTests {
    /// Returns a random statement of the kinds that the stores use.
    private static func statement(_ walk: inout RandomWalk) -> Statement {
        let id = SQLValue.int(Int.random(in: 0..<12, using: &walk))
        let title = SQLValue.text(String("äbcZ9 🔑'".shuffled(using: &walk).prefix(Int.random(in: 0..<4, using: &walk))))
        let cover: SQLValue = Bool.random(using: &walk) ? .null : .bytes([UInt8.random(in: 0...255, using: &walk)])
        return switch Int.random(in: 0..<10, using: &walk) {
        case 0...2:
            Statement(
                "INSERT INTO book (id, title, cover) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", id, title, cover)
        case 3:
            Statement(
                "INSERT INTO book (id, title) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET cover = $3 RETURNING id, cover",
                id, .text("t\(id)"), cover)
        case 4: Statement("UPDATE book SET cover = $2 WHERE id < $1 AND cover IS NOT NULL", id, cover)
        case 5: Statement("DELETE FROM book WHERE id = $1 RETURNING title, cover", id)
        case 6: Statement("SELECT id, title, cover FROM book WHERE title >= $1 ORDER BY title, id LIMIT 3", title)
        case 7: Statement("SELECT count(*), CAST(SUM(id) AS BIGINT) FROM book WHERE id > $1 AND id <> $1", id)
        case 8: Statement("SELECT id, COALESCE(cover, $2) FROM book WHERE id = $1", id, .bytes([0]))
        case _: Statement("INSERT INTO book (id, title) VALUES ($1, $2)", id, title)  // may break a constraint
        }
    }

    private enum Answer: Equatable {
        case rows([[SQLValue]], changes: Int)
        case constraint
        case other(String)
    }

    /// Runs 150 random transactions of one to four statements, and returns the answers of each transaction. The only
    /// answer of a transaction that fails is its fault.
    private func answers(of engine: Engine, seed: UInt64) async throws -> [[Answer]] {
        let database = try await engine.open()
        var walk = RandomWalk(seed: seed), all: [[Answer]] = []
        for _ in 0..<150 {
            let statements = (0..<Int.random(in: 1...4, using: &walk)).map { _ in Self.statement(&walk) }
            do {
                all.append(
                    try await database.write { transaction in
                        try statements.map {
                            .rows(try transaction.run($0).map(\.values), changes: transaction.changes)
                        }
                    })
            } catch SQLFault.constraint {
                all.append([.constraint])
            } catch {
                all.append([.other("\(error)")])
            }
        }
        await database.close()
        return all
    }

    @Test func `the same statements get the same answers on every engine`() async throws {
        let seed = RandomWalk().seed
        let expected = try await answers(of: .sqlite, seed: seed)
        for engine in Engine.all.dropFirst() {
            let given = try await answers(of: engine, seed: seed)
            let first = zip(expected, given).first { $0 != $1 }
            #expect(given == expected, "LATCHKEY_SEED=\(seed): \(String(describing: first))")
        }
    }
}
