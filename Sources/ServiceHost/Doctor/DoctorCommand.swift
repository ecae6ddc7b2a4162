public import ArgumentParser
import Curl
import JSONRPC
import Primitives
import StrictJSON

/// `doctor` of both services: looks at everything that an installation needs, also while the service runs.
public struct DoctorCommand<Doctor: ServiceDoctor, Options: SettingOptions>: AsyncParsableCommand {
    public static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "doctor",
            abstract: """
                Checks database, keys, certificates, the other service, clock, disk and backup, and says what to do. Run \
                it as the service's user, with the options of serve. It exits with 1 after a fault.
                """)
    }

    @OptionGroup var options: Options

    @Flag(help: "Print JSON.")
    var json = false

    public init() {}

    /// - Throws: `ExitCode(1)` if a finding is a fault.
    public func run() async throws {
        let found = await findings()
        if json {
            print(JSON.array(found.map(\.json)).text)
        } else {
            for finding in found { print(finding.line.escapingUnprintable) }
        }
        if found.contains(where: { $0.severity == .fault }) { throw ExitCode(1) }
    }

    private func findings() async -> [Finding] {
        do throws(SettingsFault) {
            let configuration = try Doctor.Configuration(reading: options.reader())
            return await DoctorRun(Doctor(configuration), configuration.common, clock: .system).findings()
        } catch {
            return error.lines.map { Finding(.settings, .fault, $0) }
        }
    }
}
