public import LatchkeyDevice
public import StrictJSON

/// One command of the reference device: its arguments are members, `run` carries it out.
///
/// The program `latchkey` makes a command from its command line, a story from the JSON object of a `do` step. The
/// output is a value that both print as JSON, and `text(of:)` is what a person reads.
public protocol DeviceCommand: Decodable, Sendable {
    associatedtype Output: Codable & Sendable

    /// Carries the command out.
    ///
    /// - Throws: `DeviceFault` or `ArgumentFault`.
    func run(on device: Device) async throws -> Output
    /// The output in a few lines, without a line break at the end.
    static func text(of output: Output) -> String
    /// The words after `latchkey` that make this command.
    var commandLine: [String] { get }
    /// The standard input that belongs to the command line.
    var standardInput: String { get }
}

extension DeviceCommand {
    public var standardInput: String { "" }

    /// Carries the command out and returns the output as JSON.
    public func outputObject(on device: Device) async throws -> JSONObject {
        try WireEncoder().encode(try await run(on: device)).object ?? [:]
    }

    static func text(of output: JSON) throws -> String { text(of: try WireDecoder().decode(Output.self, from: output)) }
}

/// A command without arguments.
public protocol ArgumentlessCommand: DeviceCommand {
    init()
}

extension ArgumentlessCommand {
    /// Asks for no member, so that the decoder refuses any.
    public init(from decoder: any Decoder) throws {
        _ = try decoder.container(keyedBy: NoArguments.self)
        self.init()
    }
}

private enum NoArguments: CodingKey {}
