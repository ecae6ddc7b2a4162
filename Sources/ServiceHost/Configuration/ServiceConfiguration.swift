/// The typed settings of one service.
public protocol ServiceConfiguration: Sendable {
    /// The service's short name: `auth` or `vault`.
    static var service: String { get }

    var common: CommonConfiguration { get }

    /// Reads every setting of the service.
    init(_ settings: inout SettingReader) throws(SettingsFault)
}

extension ServiceConfiguration {
    /// Reads the configuration and refuses keys it does not have.
    public init(reading settings: SettingReader) throws(SettingsFault) {
        var reader = settings
        self = try Self(&reader)
        try reader.finish()
    }

    /// Every setting of the service, in the order in which they are read.
    public static func declarations() throws(SettingsFault) -> [SettingDeclaration] {
        var reader = try SettingReader()
        _ = try Self(&reader)
        return reader.declared
    }
}
