import ArgumentParser

/// The developers' tool, which is not shipped: generated documents, stories against a running pair, and load.
@main
struct Workbench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Documents, stories and load, for those who work on Latchkey.",
        subcommands: [Documents.self, PlayStories.self, LoadCommand.self])
}
