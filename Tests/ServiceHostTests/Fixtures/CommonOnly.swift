@testable import ServiceHost

/// The configuration of a service that has only the common settings.
struct CommonOnly: ServiceConfiguration {
    static let service = "auth"
    let common: CommonConfiguration

    init(_ settings: inout SettingReader) throws(SettingsFault) {
        common = try CommonConfiguration(
            &settings, service: Self.service, ports: (public: 7601, internal: 7621, operations: 7611, peer: 7622))
    }

    /// Reads the common configuration.
    static func read(
        file: String? = nil, environment: [String: String] = [:], flags: [String: String] = [:]
    ) throws(SettingsFault) -> CommonConfiguration {
        let reader = try SettingReader(
            file: file.map { ("/etc/latchkey.json", Array($0.utf8)) }, environment: environment, flags: flags)
        return try CommonOnly(reading: reader).common
    }
}
