public import ArgumentParser
public import Interchange

/// Options name a format by its raw value.
extension ExchangeFormat: ExpressibleByArgument {}

/// The format of a file that is to be written. The help lists only the formats that can be written; the name of another one is
/// parsed as well, so that the export itself refuses it with the reason.
struct WrittenFormat: ExpressibleByArgument {
    let format: ExchangeFormat

    init?(argument: String) {
        guard let format = ExchangeFormat(argument: argument) else { return nil }
        self.format = format
    }

    static var allValueStrings: [String] { ExchangeFormat.allCases.filter(\.isWritable).map(\.rawValue) }
}
