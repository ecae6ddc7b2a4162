import Logging
import Primitives
public import RPCServer
public import ServiceAuth

/// The settings both services have.
public struct CommonConfiguration: Sendable {
    /// The short name of the service, `auth` or `vault`, with which the names of its files begin.
    public let service: String
    public let dataFolder: DataFolder
    public let listen: ServerAddress
    /// The link to the other service.
    public let link: LinkConfiguration
    public let operationsListen: ServerAddress
    public let isDemo: Bool
    let eventLoops: Int
    let database: DatabaseAddress
    let databasePasswordFile: String?
    let databasePool: Int
    let preparesStatements: Bool
    let trustsDatabaseNetwork: Bool
    let readers: Int
    let drain: Duration
    /// The largest difference between the host's clock and the database's latest time at which a start believes the
    /// host's clock.
    let maxDowntime: Duration
    let logLevel: Logger.Level
    let logFormat: LogFormat
    let logsCalls: Bool
    /// True if the setting `trusted-proxies` is given, be it as `none`.
    public let namesProxies: Bool
    let trustedProxies: [AddressBlock]

    /// - Parameter ports: the default ports of the three listeners on 127.0.0.1, and the other service's internal one.
    public init(
        _ settings: inout SettingReader, service: String,
        ports: (public: Int, internal: Int, operations: Int, peer: Int)
    ) throws(SettingsFault) {
        func local(_ port: Int) -> ServerAddress { .tcp(host: "127.0.0.1", port: port) }
        self.service = service
        let data = try settings.text("data", default: "data", "The folder of database, keys and socket.")
        dataFolder = DataFolder(data)
        listen = try settings.address(
            "listen", default: local(ports.public), "The public listener, which the proxy forwards to.")
        operationsListen = try settings.address(
            "operations-listen", default: local(ports.operations), "The listener for health and metrics.")
        link = try LinkConfiguration(&settings, port: ports.internal, peerPort: ports.peer)
        isDemo = try settings.flag(
            "demo", default: false,
            "Demonstration: make missing keys, allow codes in the log, add a group that needs no code.")
        eventLoops = try settings.number("threads", 0...64, default: 0, "Event loops; 0 means one per core.")
        let file = DatabaseAddress.sqlite(path: dataFolder.database(service))
        database = try settings.value(
            "database", default: file, shown: "sqlite:DATA/\(service).sqlite", format: DatabaseAddress.format,
            isSecret: true, "The database."
        ) { $0.isEmpty ? file : DatabaseAddress($0) }
        databasePasswordFile = try settings.optionalText(
            "database-password-file", "PostgreSQL: a file with the password in its first line.")
        databasePool = try settings.number(
            "database-pool", 1...64, default: 8, "PostgreSQL: the largest number of connections.")
        preparesStatements = try settings.flag(
            "database-prepared-statements", default: true,
            "PostgreSQL: prepare statements; false behind pgBouncer in transaction mode.")
        trustsDatabaseNetwork = try settings.flag(
            "database-network-trusted", default: false,
            "PostgreSQL: allow another host without sslmode=verify-full in the address.")
        readers = try settings.number(
            "readers", 1...64, default: 4, "SQLite: the number of reading connections kept open.")
        let seconds = try settings.number(
            "drain-seconds", 0...60, default: 5, isLive: true,
            "How long the service serves after SIGTERM, unready and ending connections; always 0 with demo.")
        drain = .seconds(seconds)
        let days = try settings.number(
            "max-downtime-days", 1...365, default: 3,
            "The longest stop after which a start believes the host's clock without the command time accept.")
        maxDowntime = .days(days)
        logLevel = try settings.choice(
            "log-level", of: [.debug, .info, .notice, .warning, .error], default: .info, isLive: true,
            "The lowest level logged.")
        logFormat = try settings.choice(
            "log-format", of: LogFormat.allCases, default: .text, "The format of log lines.")
        logsCalls = try settings.flag("call-log", default: true, "Log one line per answered call.")
        let proxies = try settings.addressBlocks(
            "trusted-proxies",
            "The proxies that forward to the public listener; the client's address comes from their X-Forwarded-For.")
        namesProxies = proxies != nil
        trustedProxies = proxies ?? []
        requireDistinctListeners(&settings)
        if !isDemo, let block = trustedProxies.first(where: \.isTooWideForProxies) {
            settings.require(
                false, of: ["trusted-proxies", "demo"],
                "--set trusted-proxies=… must name the proxies: \(block) is wider than an IPv4 /8 or an IPv6 /16, and each "
                    + "client in it could choose the address that limits count")
        }
        requireLocal(listen, of: "listen", &settings)
        requireLocal(link.listen, of: "internal-listen", &settings)
        requireLocal(operationsListen, of: "operations-listen", &settings)
    }

    /// True unless the public listener is a loopback address or a Unix socket.
    public var isReachableFromOtherHosts: Bool { !listen.isLocal }

    /// The name of the other service.
    public var peer: String { service == "auth" ? "vault" : "auth" }

    /// Opens the key folder without making missing files.
    public func existingKeyFolder() throws(KeyFault) -> KeyFolder {
        try KeyFolder(dataFolder.keys, random: .system, makesMissing: false)
    }

    /// Reads the key pair that the setting `service-key` names, and every public key of the other service.
    public func linkKeys(in folder: KeyFolder) throws(KeyFault) -> LinkKeys {
        let pairs = link.serviceKey == 1 ? folder : try existingKeyFolder()
        let own = try pairs.serviceKey(service, number: link.serviceKey), others = try folder.peerKeys(peer)
        guard !others.kids(of: peer).contains(own.kid) else {
            throw KeyFault("a file \(folder.path)/\(peer)….pub holds this service's own key: copy it from \(peer)")
        }
        return LinkKeys(own, others)
    }

    /// One line for each key pair of this service that has a file, and for each public key of the other service.
    public func linkKeyLines() throws(KeyFault) -> [String] {
        let folder = try existingKeyFolder()
        let own = try folder.serviceKeyLines(service) { $0 == link.serviceKey ? " is active" : " is not used" }
        return own + (try folder.peerKeys(peer)).kids(of: peer).map { "\(peer) may sign with \($0)" }
    }

    /// What is wrong with the files and the address that settings name, one line each. A start finds the same when it uses
    /// them.
    func fileMistakes(at now: Instant) -> [String] {
        let checks: [() throws -> Void] = [
            { _ = try link.certificates(now: now) }, { _ = try link.listenerSecurity(now: now) },
            { try checkDatabaseAddress() },
        ]
        var lines: [String] = []
        for check in checks {
            do { try check() } catch  where !lines.contains("\(error)") { lines.append("\(error)") } catch {}
        }
        return lines
    }

    /// Refuses two listeners with one address.
    private func requireDistinctListeners(_ settings: inout SettingReader) {
        let all = [("listen", listen), ("internal-listen", link.listen), ("operations-listen", operationsListen)]
        for (index, one) in all.enumerated() {
            for other in all[(index + 1)...] where one.1 == other.1 && one.1.port != 0 {
                settings.require(
                    false, of: [one.0, other.0],
                    "\(one.0) and \(other.0) are both \(one.1): give them different addresses")
            }
        }
    }

    /// Refuses a demonstration that other hosts could reach: it lets anybody take any phone number.
    /// - Parameter key: the setting that the listener's address comes from.
    public func requireLocal(_ address: ServerAddress, of key: String, _ settings: inout SettingReader) {
        settings.require(
            !isDemo || address.isLocal, of: [key, "demo"],
            "--demo opens loopback addresses and Unix sockets only, and \(key) is \(address): give 127.0.0.1, or "
                + "start without --demo")
    }
}
