import ArgumentParser
import DeviceCommands
import Glibc
import LatchkeyDevice
import Primitives
import StrictJSON

/// The form in which the program prints outputs and faults.
enum OutputFormat {
    case text, json

    /// Carries a command out and returns what to print. Names and texts come from other devices and from operators, so
    /// what could control the terminal is escaped.
    func text<C: DeviceCommand>(of command: C, on device: Device) async throws -> String {
        switch self {
        case .text: Self.colouringQRCodes(in: C.text(of: try await command.run(on: device)).escapingUnprintableInLines)
        case .json: JSON.object(try await command.outputObject(on: device)).text.escapingUnprintable
        }
    }

    /// Draws the lines of QR codes white on black where the output is a terminal, so that a camera reads them whatever the
    /// colours of the terminal are.
    private static func colouringQRCodes(in text: String) -> String {
        guard isatty(1) == 1 else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.count >= 29 && line.allSatisfy { " ▀▄█".contains($0) }
                ? "\u{1B}[38;5;231;48;5;16m\(line)\u{1B}[0m" : String(line)
        }.joined(separator: "\n")
    }

    /// Prints the text that the closure returns. A fault is printed instead, as JSON on standard output or as a sentence
    /// on standard error, and becomes exit status 1.
    func printing(_ body: () async throws -> String) async throws {
        do {
            print(try await body())
            guard fflush(nil) == 0 else {
                throw ProfileFault("The command was carried out, but its output could not be written.")
            }
        } catch let fault as any ReportedFault {
            try fail(fault)
        } catch {
            try fail(ProfileFault("The profile does not open: \(error)"))
        }
    }

    private func fail(_ fault: any ReportedFault) throws {
        switch self {
        case .json: print(JSON.object(fault.object).text.escapingUnprintable)
        case .text:
            let line = Array("latchkey: \(fault.sentence.escapingUnprintableInLines)\n".utf8)
            write(2, line, line.count)
        }
        throw ExitCode(1)
    }
}
