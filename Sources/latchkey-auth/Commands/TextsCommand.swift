import ArgumentParser
import AuthService
import Primitives
import ServiceHost
import StrictJSON

struct TextsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "texts",
        abstract: "Prints the messages with codes as they are sent, in every language. Fails if a text is wrong.")

    @OptionGroup var settings: AuthServeOptions
    @Option(help: "Only this language, such as de.") var language: String?
    @Flag(help: "Print JSON.") var json = false

    /// A message as this command prints it.
    struct Example: Encodable {
        let language: String
        /// What the code is for, as the file of texts names it.
        let use: String
        let text: String
        let characters: Int
    }

    func run() throws {
        let configuration = try AuthConfiguration(reading: settings.reader())
        let texts = try configuration.texts.texts()
        var tags = texts.tags
        if let language {
            tags.removeAll { $0.rawValue != language.lowercased() }
            guard !tags.isEmpty else {
                let known = texts.tags.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("--language must be one of \(known)")
            }
        }
        let examples = tags.flatMap { tag in
            texts.examples(in: tag, domain: configuration.messageDomain, lifetime: configuration.codeLifetime).map {
                Example(language: tag.rawValue, use: $0.use, text: $0.text, characters: $0.text.unicodeScalars.count)
            }
        }
        if json { return print(try WireEncoder().encode(examples).text.escapingUnprintable) }
        for example in examples {
            print("\(example.language) \(example.use), \(example.characters) characters")
            for line in example.text.split(separator: "\n") { print("    \(line)".escapingUnprintable) }
        }
    }
}
