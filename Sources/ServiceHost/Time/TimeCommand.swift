public import ArgumentParser
import Contracts
import JSONRPC
import Primitives
import StrictJSON

/// `time` of both services: shows the host's clock and what it is compared with, accepts it, or resets the database's
/// times. The service must run, or wait at its start because of the clock.
public struct TimeCommand<Configuration: ServiceConfiguration>: AsyncParsableCommand {
    public static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "time", abstract: "Shows and accepts the host's clock, and mends what a wrong one has left.",
            subcommands: [Show.self, Accept.self, Reset.self])
    }

    public init() {}

    struct Show: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(commandName: "show", abstract: "Shows the clocks and whether the host's is believed.")
        }
        @OptionGroup var options: TimeOptions

        func run() async throws {
            let clocks = try await options.call(Configuration.service, TimeShow.self, Nothing())
            try options.show(clocks, TimeOptions.lines(of: clocks))
        }
    }

    struct Accept: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "accept", abstract: "Believes the host's clock although it looks wrong. Check it before.")
        }
        @OptionGroup var options: TimeOptions

        func run() async throws {
            let clocks = try await options.call(Configuration.service, TimeAccept.self, Nothing())
            try options.show(clocks, TimeOptions.lines(of: clocks))
        }
    }

    struct Reset: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "reset",
                abstract: "Sets times in the future back to the present, after a wrong clock was accepted.")
        }
        @OptionGroup var options: TimeOptions
        @Flag(help: "Use the host's clock although it looks wrong.") var force = false

        func run() async throws {
            let answer = try await options.call(Configuration.service, TimeReset.self, .init(force: force))
            let changes = answer.changes.map { "set back: \($0.times) in \($0.rows) rows" }
            try options.show(
                answer,
                (changes.isEmpty ? ["no time lies in the future"] : changes)
                    + answer.notMended.map { "not mended: \($0)" } + TimeOptions.lines(of: answer.clock))
        }
    }
}

/// The options of the commands about time.
struct TimeOptions: ParsableArguments {
    @Option(help: "The service's data folder.")
    var data = "data"

    @Flag(help: "Print JSON.")
    var json = false

    func call<M: JSONRPC.Method>(_ service: String, _ method: M.Type, _ params: M.Params) async throws -> M.Answer {
        try await AdministrationSocket(of: service, in: DataFolder(data)).call(method, params, within: 60)
    }

    func show(_ answer: some Encodable, _ lines: [String]) throws {
        if json { return print(try WireEncoder().encode(answer).text) }
        for line in lines { print(line) }
    }

    static func lines(of clocks: ClockView) -> [String] {
        func row(_ name: String, _ time: Instant?) -> String? {
            time.map { time in
                let difference = clocks.hostMs - time
                let side = difference < .zero ? "behind" : "ahead of"
                return
                    "\(name)  \(TerminalText.time(time))  the host's clock is \(ClockProblem.text(difference)) \(side) it"
            }
        }
        return [
            "host's clock     \(TerminalText.time(clocks.hostMs))",
            row("service's time ", clocks.serviceMs), row("latest stored  ", clocks.storedMs),
            row("database server", clocks.databaseServerMs),
            clocks.problem.map { "not believed: \($0)" } ?? "believed",
        ].compactMap(\.self)
    }
}
