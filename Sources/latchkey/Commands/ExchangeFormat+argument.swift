public import ArgumentParser
public import Interchange

/// Options name a format by its raw value.
extension ExchangeFormat: ExpressibleByArgument {}

/// The format of a file that is to be written. One that is only read is an argument too, so that its refusal says so; the help
/// does not list it.
struct WrittenFormat: ExpressibleByArgument {
    let format: ExchangeFormat

    init?(argument: String) {
        guard let format = ExchangeFormat(argument: argument) else { return nil }
        self.format = format
    }

    static var allValueStrings: [String] { ExchangeFormat.allCases.filter(\.isWritable).map(\.rawValue) }
}
