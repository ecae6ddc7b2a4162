import Domain
import SQL
import StoreSupport

extension AuthServiceFixture {
    /// Every text and every byte column of all tables, as text.
    func allTexts() async throws -> [String] {
        let tables = try await database.tables()
        return try await database.read { transaction in
            try tables.flatMap { table in
                try transaction.run(Statement("SELECT * FROM \(table)")).flatMap { row in
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
