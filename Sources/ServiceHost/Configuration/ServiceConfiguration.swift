public import Primitives

/// The typed settings of one service.
public protocol ServiceConfiguration: Sendable {
    /// The service's short name: `auth` or `vault`.
    static var service: String { get }

    var common: CommonConfiguration { get }

    /// Reads every setting of the service.
    init(_ settings: inout SettingReader) throws(SettingsFault)

    /// Checks what reading the settings alone does not: rules that depend on the time or on files. `serve` checks it
    /// before it opens anything, and `config check` reports it.
    func checkBeforeStart(at now: Instant) throws
}

extension ServiceConfiguration {
    public func checkBeforeStart(at now: Instant) throws {}

    /// Reads the configuration and refuses keys it does not have.
    public init(reading settings: SettingReader) throws(SettingsFault) {
        self = try Self.read(settings).configuration
    }

    /// Reads the configuration as `serve` does, with the value and origin of each setting.
    static func read(
        _ settings: SettingReader
    ) throws(SettingsFault) -> (configuration: Self, values: [SettingValue]) {
        var reader = settings
        let configuration = try Self(&reader)
        try reader.finish()
        return (configuration, reader.values)
    }

    /// Every setting of the service, in the order in which they are read.
    public static func declarations() throws(SettingsFault) -> [SettingDeclaration] {
        var reader = try SettingReader()
        _ = try Self(&reader)
        return reader.declared
    }
}
