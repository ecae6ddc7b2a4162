/// A table of comma-separated values (RFC 4180), whose first record names the columns.
struct CSVTable {
    struct Record {
        /// The number of the line on which the record begins, from 1.
        let line: Int
        /// Nil for a record with text beside a quoted value.
        let values: [String]?
    }

    let columns: [String]
    let records: [Record]
    /// True if the last record does not end with a line break.
    let isUnfinished: Bool

    /// Returns nil for a text without a record, and for one that ends within quotes.
    init?(_ text: String) {
        var reader = CSVReader(text)
        guard let header = reader.next(), let names = header.values else { return nil }
        var records: [Record] = []
        while let record = reader.next() { records.append(record) }
        guard !reader.isWithinQuotes else { return nil }
        columns = names
        isUnfinished = reader.isUnfinished
        self.records = records
    }
}

/// Reads one record after another. Lines without any text are skipped.
struct CSVReader {
    private let bytes: [UInt8]
    private var index = 0, line = 1
    private(set) var isWithinQuotes = false
    private(set) var isUnfinished = false

    init(_ text: String) { bytes = Array(text.utf8) }

    mutating func next() -> CSVTable.Record? {
        while index < bytes.count {
            let first = line
            let values = record()
            if values?.count == 1, values?[0].isEmpty == true { continue }
            return CSVTable.Record(line: first, values: values)
        }
        return nil
    }

    /// Reads to the end of the record; nil for a malformed one.
    private mutating func record() -> [String]? {
        var values: [String] = [], value: [UInt8] = []
        var isQuoted = false, isClosed = false, isMalformed = false
        isUnfinished = true
        reading: while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "\n") { line += 1 }
            switch byte {
            case UInt8(ascii: "\"") where isQuoted:
                if index < bytes.count, bytes[index] == byte {
                    value.append(byte)
                    index += 1
                } else {
                    (isQuoted, isClosed) = (false, true)
                }
            case _ where isQuoted: value.append(byte)
            case UInt8(ascii: "\"") where value.isEmpty && !isClosed: isQuoted = true
            case UInt8(ascii: ","):
                values.append(String(decoding: value, as: UTF8.self))
                (value, isClosed) = ([], false)
            case UInt8(ascii: "\n"):
                isUnfinished = false
                break reading
            case UInt8(ascii: "\r") where index >= bytes.count || bytes[index] == UInt8(ascii: "\n"): continue
            case _:
                isMalformed = isMalformed || isClosed
                value.append(byte)
            }
        }
        values.append(String(decoding: value, as: UTF8.self))
        isWithinQuotes = isQuoted
        return isMalformed ? nil : values
    }
}
