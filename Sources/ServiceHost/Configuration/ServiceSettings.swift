/// The settings that a process was started with, and the function that reads them again at SIGHUP.
public struct ServiceSettings: Sendable {
    let values: [SettingValue]
    /// The keys of the settings that are replaced while the service runs.
    let liveKeys: Set<String>
    let readAgain: @Sendable () throws(SettingsFault) -> (common: CommonConfiguration, values: [SettingValue])

    /// The keys whose value differs, of those that are replaced while the service runs, and of the others.
    func changes(in new: [SettingValue]) -> (live: [String], needingRestart: [String]) {
        let old = Dictionary(values.map { ($0.key, $0.text) }) { $1 }
        let changed = new.filter { old[$0.key] != $0.text }.map(\.key)
        return (changed.filter(liveKeys.contains), changed.filter { !liveKeys.contains($0) })
    }

    /// The same with other values in force.
    func with(_ values: [SettingValue]) -> ServiceSettings {
        ServiceSettings(values: values, liveKeys: liveKeys, readAgain: readAgain)
    }
}

extension ServiceConfiguration {
    /// Reads the configuration from the options of a command line, which are read again at SIGHUP.
    public static func load(
        _ options: some SettingOptions
    ) throws(SettingsFault) -> (configuration: Self, settings: ServiceSettings) {
        var reader = try options.reader()
        let configuration = try Self(&reader)
        try reader.finish()
        let settings = ServiceSettings(
            values: reader.values, liveKeys: Set(reader.declared.filter(\.isLive).map(\.key)),
            readAgain: { () throws(SettingsFault) in
                let (configuration, values) = try Self.read(options.reader())
                return (configuration.common, values)
            })
        return (configuration, settings)
    }
}
