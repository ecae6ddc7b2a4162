import ArgumentParser

/// Load that wrk cannot make: calls with proofs, and calls through our own client. Used by scripts/bench.
struct LoadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load", abstract: "Make load for scripts/bench.", subcommands: [RefreshLoad.self, CallLoad.self])
}
