import ArgumentParser

/// Loads that need our own client; `scripts/bench` runs them. Hidden, since their figures mean nothing alone.
struct Bench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Loads that scripts/bench measures with.", shouldDisplay: false,
        subcommands: [RefreshLoad.self, CallLoad.self])
}
