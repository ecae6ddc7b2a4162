import Contracts
import Primitives

/// A CSV table of entries, or of logins of a password manager. The columns are found by their names.
enum CSVFile {
    /// The meanings of columns, and the names that products give them, in lower case without spaces and underlines.
    private enum Column: CaseIterable {
        case issuer, accountName, key, totp, type, algorithm, digits, period, counter

        var names: [String] {
            switch self {
            case .issuer: ["issuer", "service", "title", "name"]
            case .accountName: ["account", "accountname", "loginusername", "username", "user", "label"]
            case .key: ["secret", "key", "seed"]
            case .totp: ["logintotp", "otpauth", "totp", "otp", "uri"]
            case .type: ["type"]
            case .algorithm: ["algorithm", "algo"]
            case .digits: ["digits"]
            case .period: ["period", "interval"]
            case .counter: ["counter"]
            }
        }
    }

    /// The most columns of a table.
    static let mostColumns = 1000

    /// The positions of the known columns, which are looked up once for all records.
    private struct Columns {
        let count: Int
        let isOfBitwarden: Bool
        private let positions: [Column: Int]

        /// Nil for a table with over ``CSVFile/mostColumns`` columns.
        init?(_ header: [String]) {
            guard header.count <= CSVFile.mostColumns else { return nil }
            let names = header.map { $0.lowercased().filter { !$0.isWhitespace && $0 != "_" } }
            count = names.count
            isOfBitwarden = names.contains("logintotp")
            var positions: [Column: Int] = [:]
            for column in Column.allCases {
                positions[column] = column.names.lazy.compactMap { names.firstIndex(of: $0) }.first
            }
            self.positions = positions
        }

        subscript(column: Column) -> Int? { positions[column] }
    }

    /// Returns the format if the first record names a column with keys.
    static func format(of text: String) -> ExchangeFormat? {
        var reader = CSVReader(text)
        guard let header = reader.next()?.values, header.count > 1 else { return nil }
        guard let columns = Columns(header) else { return nil }
        if columns.isOfBitwarden { return .bitwardenCSV }
        return columns[.key] ?? columns[.totp] == nil ? nil : .csv
    }

    static func read(_ text: String, as format: ExchangeFormat) throws(ExchangeFault) -> ReadFile {
        guard let table = CSVTable(text) else { throw .damaged(format, why: "it ends within quotes") }
        guard let columns = Columns(table.columns) else {
            throw .damaged(format, why: "its first line names over \(mostColumns) columns")
        }
        let key = columns[.key], totp = columns[.totp]
        guard key != nil || totp != nil else {
            throw .damaged(format, why: "its first line names no column “secret”, “totp” or “otpauth”")
        }
        var file = ReadFile(format), withoutKey = 0
        for record in table.records {
            let isLogin = key == nil && record.values?.count == columns.count
            if isLogin, let totp, record.values?[totp].isEmpty == true {
                withoutKey += 1
                continue
            }
            try file.append(
                ReadEntry(.line(record.line)) { () throws(EntryFault) in
                    guard let values = record.values, values.count == columns.count else {
                        throw .refused("line", why: "it does not have the \(columns.count) values of the first line")
                    }
                    return try body(of: values, columns)
                })
        }
        if withoutKey > 0 { file.remarks.append(.withoutKey(withoutKey)) }
        if table.isUnfinished, !table.records.isEmpty { file.remarks.append(.lastLineUnfinished) }
        return file
    }

    private static func body(of values: [String], _ columns: Columns) throws(EntryFault) -> OTPBody {
        func value(_ column: Column) -> String? { columns[column].map { values[$0] } }
        func number(_ column: Column) -> String? { value(column).flatMap { $0.isEmpty ? nil : $0 } }
        let issuer = value(.issuer) ?? "", account = value(.accountName) ?? ""
        guard let key = value(.key) else {
            return try BitwardenFile.body(ofKey: value(.totp) ?? "", name: issuer, user: account)
        }
        return try EntryFields(
            issuer: issuer, accountName: account, type: number(.type), key: .text(key), algorithm: number(.algorithm),
            digits: number(.digits), period: number(.period), counter: number(.counter)
        ).body()
    }

    static func write(_ entries: [OTPBody]) -> [UInt8] {
        table(
            ["issuer", "account", "type", "secret", "algorithm", "digits", "period", "counter"],
            entries.map { body in
                [
                    body.issuer, body.accountName, body.type.rawValue, body.secret, body.algorithm.rawValue,
                    String(body.digits), body.period.map(String.init) ?? "",
                    body.counter.map { String($0.value) } ?? "",
                ]
            })
    }

    static func writeBitwarden(_ entries: [OTPBody]) throws(ExchangeFault) -> [UInt8] {
        var rows: [[String]] = []
        for body in entries {
            let key = try BitwardenFile.key(of: body, .bitwardenCSV)
            rows.append(
                ["", "", "login", BitwardenFile.name(of: body), "", "", "0", "", body.accountName, "", key])
        }
        return table(
            [
                "folder", "favorite", "type", "name", "notes", "fields", "reprompt", "login_uri", "login_username",
                "login_password", "login_totp",
            ], rows)
    }

    private static func table(_ columns: [String], _ rows: [[String]]) -> [UInt8] {
        var text = ""
        for row in [columns] + rows { text += row.map(quoted).joined(separator: ",") + "\r\n" }
        return Array(text.utf8)
    }

    /// Puts a value in quotes where a comma, a quote or a line break in it needs them.
    private static func quoted(_ value: String) -> String {
        let needsQuotes = value.unicodeScalars.contains { [",", "\"", "\r", "\n"].contains($0) }
        guard needsQuotes else { return value }
        var quoted = "\"".unicodeScalars
        for scalar in value.unicodeScalars { quoted += scalar == "\"" ? [scalar, scalar] : [scalar] }
        quoted.append("\"")
        return String(quoted)
    }
}
