import ArgumentParser

/// The developers' tool: generated documents, and stories against a running pair. Not shipped.
@main
struct Workbench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Documents and stories, for those who work on Latchkey.",
        subcommands: [Documents.self, Play.self, LoadCommand.self])
}
