import ArgumentParser
import Glibc
import LatchkeyDevice
import StrictJSON

struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show the entries with their current codes.")
    @OptionGroup var options: ProfileOptions
    @Flag(help: "Show the shared keys too.") var secrets = false
    @Flag(help: "Go on until Ctrl-C, once a second; in JSON a line each time.") var watch = false

    func run() async throws {
        try await Speaking(json: options.json).answer { () async throws in
            let device = try await ProfileFolder(options).device(options)
            while watch {
                let answer = try await Verbs.run(.list, arguments, on: device)
                print(
                    options.json
                        ? JSON.object(answer).text
                        : "\u{1B}[2J\u{1B}[H" + Telling.text(of: .list, answer) + "\n\nCtrl-C ends.")
                fflush(nil)
                sleep(1)
            }
            return (.list, try await Verbs.run(.list, arguments, on: device))
        }
    }

    private var arguments: JSONObject { ["secrets": .bool(secrets)] }
}
