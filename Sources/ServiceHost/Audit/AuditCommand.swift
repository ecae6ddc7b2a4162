public import ArgumentParser
import Audit
public import Contracts
import Domain
public import JSONRPC
import Primitives

/// The options of the commands about a service's audit log, and the way in which they call the service.
public protocol AuditOptions: ParsableArguments {
    /// The service's method that lists rows.
    associatedtype List: JSONRPC.Method where List.Params == AuditList.Params, List.Answer == AuditList.Answer

    /// Calls a method of the administrator.
    ///
    /// - Parameter seconds: the time for the whole call to a running service.
    func call<M: JSONRPC.Method>(
        _ method: M.Type, _ params: M.Params, within seconds: Int
    ) async throws -> M.Answer

    /// Prints an answer as JSON if that was asked for, and otherwise as lines of text.
    func show(_ answer: some Encodable, _ lines: () -> [String]) throws
}

/// The seconds that a call of these commands to a running service may take.
private enum CallLimit {
    static let usual = 60
    /// A verification reads every row, some millions in a minute.
    static let verification = 3_600
}

/// `audit` of both services.
public struct AuditCommand<Options: AuditOptions>: AsyncParsableCommand {
    public static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "audit", abstract: "Lists and verifies the audit log, and accepts its end after a restore.",
            subcommands: [List.self, Verify.self, State.self, AcceptEnd.self])
    }

    public init() {}

    struct List: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(abstract: "Lists rows of the audit log, the newest first.")
        }

        @OptionGroup var service: Options
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
                Options.List.self,
                .init(
                    accountId: account, kind: kind, fromMs: from.map(Instant.init(ms:)),
                    toMs: to.map(Instant.init(ms:)),
                    before: before, limit: limit), within: CallLimit.usual)
            try service.show(answer) { answer.rows.map(AuditRowView.line) }
        }
    }

    struct Verify: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                abstract: """
                    Verifies every row of the audit log, and that the log reaches the ends that were recorded outside the \
                    database: in the key folder of this host, and those that --head names. Fails if a row was altered, removed, \
                    moved or inserted.
                    """)
        }

        @OptionGroup var service: Options
        @Option(help: "An end of the log that is recorded elsewhere, as NUMBER:HASH; may be repeated.")
        var head: [String] = []

        func run() async throws {
            let answer = try await service.call(
                AuditVerify.self, .init(heads: head), within: CallLimit.verification)
            try service.show(answer) { AuditVerify.lines(of: answer) }
            if !answer.findings.isEmpty { throw ExitCode.failure }
        }
    }

    struct State: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                abstract: """
                    Shows how far the audit log reaches, the end that is recorded in the key folder of this host, and whether the \
                    log continues it. Fails if it does not, or if its oldest rows were tampered with.
                    """)
        }

        @OptionGroup var service: Options

        func run() async throws {
            let answer = try await service.call(AuditState.self, Nothing(), within: CallLimit.usual)
            try service.show(answer) { AuditState.lines(of: answer) }
            if answer.contradiction != nil || answer.retentionProblem != nil { throw ExitCode.failure }
        }
    }

    struct AcceptEnd: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "accept-end",
                abstract: """
                    Records the present end of the audit log in the key folder of this host, in place of an end that the log does \
                    not continue because the database was replaced by an older copy, or whose file was damaged or lost. Run it for \
                    each instance, and only after audit verify has shown what is missing.
                    """)
        }

        @OptionGroup var service: Options

        func run() async throws {
            let state = try await service.call(AuditState.self, Nothing(), within: CallLimit.usual)
            let answer = try await service.call(
                AuditAcceptEnd.self, .init(head: state.head), within: CallLimit.usual)
            try service.show(answer) { AuditAcceptEnd.lines(of: answer, after: state) }
        }
    }
}
