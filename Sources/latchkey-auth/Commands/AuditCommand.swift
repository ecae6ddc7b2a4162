import ArgumentParser
import Audit
import Contracts
import Domain
import JSONRPC
import Primitives
import ServiceHost

struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Lists and verifies the audit log, and accepts its end after a restore.",
        subcommands: [List.self, Verify.self, State.self, AcceptEnd.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists rows of the audit log, the newest first.")

        @OptionGroup var service: AdministrationOptions
        @Option(help: "Only rows about this account, which may be deleted.") var account: String?
        @Option(help: "Only rows of this kind, such as sessionEnd.") var kind: String?
        @Option(help: "Only rows of this time or later, in milliseconds since 1970.") var from: Int64?
        @Option(help: "Only rows before this time, in milliseconds since 1970.") var to: Int64?
        @Option(help: "Only rows with a lower number than this one, for the next page.") var before: Int?
        @Option(help: "The largest number of rows, at most 500.") var limit = 100

        func run() async throws {
            let account = account.flatMap { AccountID($0) }, kind = kind.flatMap { AuditKind(rawValue: $0) }
            guard self.account == nil || account != nil else {
                throw ValidationError("--account must be an account's id")
            }
            guard self.kind == nil || kind != nil else {
                let kinds = AuditKind.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("--kind must be one of \(kinds)")
            }
            let answer = try await service.call(
                AuditList.self,
                .init(
                    accountId: account, kind: kind, fromMs: from.map(Instant.init(ms:)),
                    toMs: to.map(Instant.init(ms:)),
                    before: before, limit: limit))
            try service.show(answer) { answer.rows.map(AuditRowView.line) }
        }
    }

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: """
                Verifies every row of the audit log, and that the log reaches the ends that were recorded outside the \
                database: in the key folder of this host, and those that --head names. Fails if a row was altered, removed, \
                moved or inserted.
                """)

        @OptionGroup var service: AdministrationOptions
        @Option(help: "An end of the log that is recorded elsewhere, as NUMBER:HASH; may be repeated.")
        var head: [String] = []

        func run() async throws {
            let folder = try service.database.configuration(AuthConfiguration.self).common.dataFolder
            let recorded = try AuditHeadFile(path: folder.auditHead(AuthConfiguration.service)).read()
            let answer = try await service.call(
                AuditVerify.self, .init(heads: head + [recorded].compactMap { $0?.description }))
            try service.show(answer) { AuditVerify.lines(of: answer) }
            if !answer.findings.isEmpty { throw ExitCode.failure }
        }
    }
    struct State: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: """
                Shows how far the audit log reaches, the end that is recorded in the key folder of this host, and whether the \
                log continues it. Fails if it does not, or if its oldest rows were tampered with.
                """)

        @OptionGroup var service: AdministrationOptions

        func run() async throws {
            let answer = try await service.call(AuditState.self, Nothing())
            try service.show(answer) { AuditState.lines(of: answer) }
            if answer.contradiction != nil || answer.retentionProblem != nil { throw ExitCode.failure }
        }
    }

    struct AcceptEnd: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "accept-end",
            abstract: """
                Records the present end of the audit log in the key folder of this host, in place of an end that the log does \
                not continue because the database was replaced by an older copy. Run it for each instance, and only after audit \
                verify has shown what is missing.
                """)

        @OptionGroup var service: AdministrationOptions

        func run() async throws {
            let head = try await service.call(AuditState.self, Nothing()).head
            let answer = try await service.call(AuditAcceptEnd.self, .init(head: head))
            try service.show(answer) {
                ["recorded \(head)", "before \(answer.formerHead ?? "nothing")"]
            }
        }
    }
}
