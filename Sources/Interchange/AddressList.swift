import Contracts

/// A text with one address on each line, `otpauth://` or `otpauth-migration://`. Blank lines and lines that begin with
/// `#` are skipped.
enum AddressList {
    static func read(_ text: String, as format: ExchangeFormat) throws(ExchangeFault) -> ReadFile {
        var file = ReadFile(format), batches = MigrationBatches()
        let lines = TextLines(text)
        var lastIsPlain = false
        for line in lines where !line.text.hasPrefix("#") {
            lastIsPlain = !MigrationAddress.isMigrationAddress(line.text)
            if lastIsPlain {
                try file.append(
                    ReadEntry(.line(line.number)) { () throws(EntryFault) in try OTPAuthURI.parse(line.text) })
            } else {
                try add(line, to: &file, &batches)
            }
        }
        if lastIsPlain, lines.isUnfinished { file.remarks.append(.lastLineUnfinished) }
        file.remarks += batches.missing
        return file
    }

    private static func add(
        _ line: TextLines.Line, to file: inout ReadFile, _ batches: inout MigrationBatches
    ) throws(ExchangeFault) {
        let address: MigrationAddress
        do throws(EntryFault) {
            address = try MigrationAddress(line.text)
            if let part = address.part { try batches.add(part) }
        } catch {
            try file.append(ReadEntry(.line(line.number)) { () throws(EntryFault) in throw error })
            return
        }
        if address.part == nil { file.remarks.append(.partsUnknown(line: line.number)) }
        for (index, fields) in address.entries.enumerated() {
            try file.append(
                ReadEntry(.line(line.number, part: index + 1)) { () throws(EntryFault) in try fields.get().body() })
        }
    }

    static func write(_ entries: [OTPBody]) -> [UInt8] {
        entries.flatMap { Array((OTPAuthURI.print($0) + "\n").utf8) }
    }
}
