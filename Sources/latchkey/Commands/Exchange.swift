import ArgumentParser
import DeviceCommands
import Glibc
import Interchange
import LatchkeyDevice
import Primitives
import StrictJSON

struct Import: DeviceSubcommand {
    static let configuration = CommandConfiguration(
        abstract: "Add the entries of a file that another authenticator has written.",
        discussion: """
            An entry that is here already is not added again. A locked device imports nothing while it cannot open its \
            synchronised entries. The password of an encrypted file is read from the terminal, \
            without showing it, or as one line from standard input.
            """)
    @OptionGroup var options: ProfileOptions
    @Argument(help: "The file; - reads standard input.") var file = "-"
    @Option(help: "The format of the file; found from its content when left out.") var format: ExchangeFormat?
    @Flag(help: "Add nothing, and show what would be added.") var dryRun = false
    @Option(
        name: .customLong("password-fd"), help: "Read the password of the file as one line from this file descriptor.")
    var passwordDescriptor: Int32?

    func command() throws -> any DeviceCommand {
        let stated = try passwordDescriptor.map { try SecretInput.filePassword(from: $0) }
        let bytes = try InputFile.contents(of: file)
        return ImportEntries(
            file: bytes, format: format, password: try stated ?? password(for: bytes), isDryRun: dryRun)
    }

    /// Reads the password if the file needs one and is not standard input itself.
    private func password(for bytes: [UInt8]) throws -> FilePassword? {
        do throws(ExchangeFault) {
            _ = try EntryFile.read(bytes, as: format)
            return nil
        } catch .passwordNeeded where file != "-" {
            return try SecretInput.filePassword()
        } catch {
            return nil
        }
    }
}

struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write all entries as a file that another authenticator reads.",
        discussion: """
            Unless it is encrypted, the file holds the shared keys: whoever reads it can make your codes. An account with a PIN \
            needs it for each export. PIN and password are read from the terminal, without showing them, or as a line each from \
            standard input.
            """)
    @OptionGroup var options: ProfileOptions
    @Argument(help: "The file, which only you may read; standard output when left out.") var file: String?
    @Option(help: "The format of the file.") var format: WrittenFormat
    @Flag(help: "Encrypt the file with a password: the formats archive, which always is, and aegis.") var encrypt =
        false
    @Option(
        name: .customLong("password-fd"), help: "Read the password of the file as one line from this file descriptor.")
    var passwordDescriptor: Int32?
    @Flag(help: "Replace the file if it exists.") var replace = false

    func run() async throws { try await options.format.printing { try await export() } }

    /// Writes the file, and returns what is printed.
    private func export() async throws -> String {
        if let file, !replace { try NewFile.requireAbsent(file) }
        let device = try await ProfileFolder(options).device(options)
        let output = try await command(on: device).run(on: device)
        if let file { try NewFile.write(Array(output.content.utf8), to: file, replacing: replace) }
        return try printed(output)
    }

    private func command(on device: Device) async throws -> ExportEntries {
        var command = ExportEntries(format: format.format)
        if try await device.exportNeedsPIN() || options.unlock { command.pin = try SecretInput.pin() }
        if encrypt || format.format == .archive {
            command.password = try SecretInput.newFilePassword(from: passwordDescriptor ?? 0)
        }
        return command
    }

    private func printed(_ output: ExportEntries.Output) throws -> String {
        let summary = ExportEntries.summary(of: output, at: file)
        guard options.json else {
            if file != nil { return summary }
            Self.warn(summary)
            let content = output.content.last?.isNewline == true ? String(output.content.dropLast()) : output.content
            // Labels of other devices could control a terminal; a file or another program gets them as they are.
            return isatty(1) == 1 ? content.replacing("\r\n", with: "\n").escapingUnprintableInLines : content
        }
        var object = try WireEncoder().encode(output).object ?? [:]
        if file != nil { object["content"] = nil }
        return JSON.object(object).text.escapingUnprintable
    }

    private static func warn(_ text: String) {
        let line = Array("latchkey: \(text)\n".utf8)
        write(2, line, line.count)
    }
}
