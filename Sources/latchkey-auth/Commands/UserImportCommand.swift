import ArgumentParser
import Contracts
import Domain
import Glibc
import Primitives
import ServiceHost

/// Makes the accounts of the people in a file.
struct UserImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Makes the accounts of the people in a file, who then log in with a code.",
        discussion: """
            Each line of the file is: phone number, facility group, and optionally “approved”. Empty lines and lines that \
            begin with # are skipped. Each other line is reported. A line that cannot be imported stops no other one. Accounts that \
            exist are not changed, so a file can be imported again. The command fails if a line was refused.
            """)

    @OptionGroup var service: AdministrationOptions
    @Argument(help: "The file.") var file: String
    @Flag(help: "Report what would happen, and change nothing.") var dryRun = false
    @Option(help: "The reason, which is recorded.") var reason: String?

    func run() async throws {
        let text = try Self.text(at: file)
        // The service sees a hundred lines at a time, and a number may stand in the file twice.
        var report = UserImportReport(), planned = PlannedImports()
        let lines = ImportedLine.lines(of: text, refused: &report)
        for start in stride(from: 0, to: lines.count, by: 100) {
            let chunk = lines[start..<min(start + 100, lines.count)]
            let answer = try await service.call(
                UserImport.self, .init(people: chunk.map(\.person), isDryRun: dryRun, reason: reason))
            for (line, outcome) in zip(chunk, answer.results) {
                report.add(line.number, dryRun ? planned.outcome(of: line.person, outcome) : outcome)
            }
        }
        try service.show(report) { report.text(isDryRun: dryRun) }
        if report.isIncomplete { throw ExitCode(2) }
    }

    /// The text of a file of at most 16 MiB.
    private static func text(at path: String) throws -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw ValidationError("\(path) cannot be read: \(SystemError())") }
        defer { close(file) }
        guard let bytes = try DescriptorReader.read(file, limit: 16 << 20) else {
            throw ValidationError("\(path) is over 16 MiB: split it")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ValidationError("\(path) is not UTF-8 text")
        }
        return text
    }
}

/// A line of the file that names a person.
struct ImportedLine {
    let number: Int
    let person: UserImport.Person

    /// Reads the lines of a file, each of which LF or CRLF ends, and reports those that name nobody.
    static func lines(of text: String, refused report: inout UserImportReport) -> [ImportedLine] {
        var lines: [ImportedLine] = []
        let rows = text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" })
        for (index, line) in rows.enumerated() {
            let number = index + 1
            let cells = line.split(separator: ",", omittingEmptySubsequences: false).map { cell in
                cell.filter { $0 != "\"" && $0 != "\u{FEFF}" }.trimmed
            }
            if cells.allSatisfy(\.isEmpty) || cells[0].hasPrefix("#") { continue }
            guard cells.count == 2 || cells.count == 3, cells.count == 2 || ["", "approved"].contains(cells[2]),
                cells.allSatisfy({ $0.count <= 100 })
            else {
                report.refuse(number, "a line is: phone number, group, and optionally “approved”")
                continue
            }
            let isApproved = cells.count == 3 && cells[2] == "approved"
            lines.append(
                ImportedLine(
                    number: number, person: .init(phone: cells[0], group: cells[1], isApproved: isApproved)))
        }
        return lines
    }
}

extension String {
    fileprivate var trimmed: String {
        let start = drop { $0 == " " || $0 == "\t" }
        return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}

extension PlannedImports {
    fileprivate mutating func outcome(
        of person: UserImport.Person, _ found: Open<ImportOutcome>
    ) -> Open<ImportOutcome> {
        found.value.map { Open(outcome(of: person.phone, in: person.group, $0)) } ?? found
    }
}
