import SQL
import SQLite

extension AuthHouse {
    /// Every text of every table, and its bytes read as text.
    func everything() async throws -> [String] {
        try await database.read { transaction in
            let tables = try transaction.run(Statement("SELECT name FROM sqlite_master WHERE type = 'table'"))
            return try tables.flatMap { table in
                try transaction.run(Statement("SELECT * FROM \(table.text(0))")).flatMap { row in
                    row.values.compactMap { value in
                        switch value {
                        case .text(let text): text
                        case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
                        case .integer, .null: nil
                        }
                    }
                }
            }
        }
    }
}
