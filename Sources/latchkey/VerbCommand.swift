import ArgumentParser
import Glibc
import LatchkeyDevice
import StrictJSON

/// A command that is one verb: options in, the verb's object out, as text or JSON.
protocol VerbCommand: AsyncParsableCommand {
    var options: ProfileOptions { get }
    /// The verb, chosen by the options.
    var verb: Verb { get }
    /// Its arguments.
    func arguments() throws -> JSONObject
}

extension VerbCommand {
    /// None unless a command says otherwise.
    func arguments() throws -> JSONObject { [:] }

    /// Does the verb; a refusal ends with status 1.
    func run() async throws {
        try await Speaking(json: options.json).answer { () async throws in
            let device = try await ProfileFolder(options).device(options)
            return (verb, try await Verbs.run(verb, try arguments(), on: device))
        }
    }
}

/// How the program answers.
struct Speaking {
    let json: Bool

    /// Prints what came of a verb, or why nothing did.
    func answer(_ body: () async throws -> (Verb, JSONObject)) async throws {
        do {
            let (verb, answer) = try await body()
            print(json ? JSON.object(answer).text : Telling.text(of: verb, answer))
        } catch let fault as DeviceFault {
            try refuse(fault.object)
        } catch let fault as ProfileFault {
            try refuse(["fault": "profile", "sentence": .string(fault.description)])
        } catch {
            try refuse(["fault": "profile", "sentence": .string("The profile does not open: \(error)")])
        }
    }

    private func refuse(_ answer: JSONObject) throws {
        if json {
            print(JSON.object(answer).text)
        } else {
            let line = Array("latchkey: \(Telling.refusal(answer))\n".utf8)
            write(2, line, line.count)
        }
        throw ExitCode(1)
    }
}
