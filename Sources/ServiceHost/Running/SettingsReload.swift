import Logging
import Primitives
import RPCServer
import ServiceAuth
import Synchronization
import UnixSignals

/// Reads settings, certificates and the keys of the link again at each SIGHUP. Either everything is replaced or, if a file is wrong, nothing.
final class SettingsReload: Sendable {
    /// The parts of the running service that take new values.
    struct Targets: Sendable {
        let logLevel: LiveValue<Logger.Level>
        let drain: LiveValue<Duration>
        let certificates: LinkCertificates
        /// The listener for the other service.
        let internalListener: HTTPServer
        let linkKeys: LinkKeys
        /// True once the service manager was told that the service is ready.
        let hasReportedReady: @Sendable () -> Bool
        /// Opens new connections to the other service with the files of this configuration.
        let replaceLink: @Sendable (LinkConfiguration, Instant) throws -> Void
    }

    private let settings: LiveValue<ServiceSettings>
    private let targets: Targets
    private let clock: WallClock
    private let notifier: SystemdNotifier
    private let log: Logger
    private let done = Atomic(0)
    private let failed = Atomic(0)
    private let hasFailed = Atomic(false)

    init(
        _ settings: ServiceSettings, _ targets: Targets, clock: WallClock,
        notifier: SystemdNotifier,
        log: Logger
    ) {
        self.settings = LiveValue(settings)
        self.targets = targets
        self.clock = clock
        self.notifier = notifier
        self.log = log
    }

    /// True if the last reload found a wrong file.
    var lastFailed: Bool { hasFailed.load(ordering: .relaxed) }

    /// The numbers shown as metrics, by name.
    var metrics: [(name: String, read: @Sendable () -> Int)] {
        [
            ("settings_reloads_total", { [self] in done.load(ordering: .relaxed) }),
            ("settings_reload_failures_total", { [self] in failed.load(ordering: .relaxed) }),
        ]
    }

    /// Reloads at each signal, until the task is cancelled.
    func run(_ signals: UnixSignalsSequence) async {
        for await _ in signals { reload() }
    }

    /// Reads settings, certificates and keys, and replaces them if all of them are right.
    func reload() {
        // While the service starts, READY=1 would say that it is ready.
        let isReported = targets.hasReportedReady()
        if isReported { notifier.send(.reloading(at: SteadyClock.awake.now)) }
        defer { if isReported { notifier.send(.ready) } }
        do {
            try replace()
            done.add(1, ordering: .relaxed)
            hasFailed.store(false, ordering: .relaxed)
        } catch {
            failed.add(1, ordering: .relaxed)
            hasFailed.store(true, ordering: .relaxed)
            let reason = "\(error)".split(separator: "\n").joined(separator: "; ")
            log.error(
                "SIGHUP: a file is wrong, so settings, certificates and keys stay as they were",
                metadata: ["reason": "\(reason)"])
        }
    }

    private func replace() throws {
        let (common, values) = try settings.current.readAgain()
        let now = clock.now
        let link = common.link
        let certificates = try link.certificates(now: now)
        let listener = try link.listenerSecurity(now: now).tls
        let linkKeys = try common.linkKeys(in: common.existingKeyFolder())
        let changes = settings.current.changes(in: values)
        // A service that began without TLS on a side keeps it so; the settings for that are named below.
        let hasSameSides = certificates.map(\.setting) == targets.certificates.expiries.map(\.setting)
        if hasSameSides {
            try targets.replaceLink(link, now)
            if let listener { try targets.internalListener.replaceTLS(listener) }
            targets.certificates.replace(certificates)
        }
        targets.linkKeys.replace(with: linkKeys)
        targets.logLevel.replace(common.logLevel)
        targets.drain.replace(common.drain)
        let sides = hasSameSides ? [] : changes.live.filter(Self.isOfLink)
        // A setting that waits for a restart is named at each reload until then.
        let kept = Dictionary(settings.current.values.map { ($0.key, $0) }) { $1 }
        let waiting = Set(changes.needingRestart + sides)
        settings.replace(settings.current.with(values.map { waiting.contains($0.key) ? kept[$0.key] ?? $0 : $0 }))
        log.notice(
            "SIGHUP: settings, certificates and the keys of the link were read again",
            metadata: ["replaced": "\(changes.live.filter { !waiting.contains($0) }.joined(separator: ", "))"])
        if !waiting.isEmpty {
            log.warning(
                "SIGHUP: these settings have changed and need a restart: \(waiting.sorted().joined(separator: ", "))")
        }
        for expiry in certificates where expiry.isNear(at: now) { log.warning("\(expiry.line)") }
    }

    private static func isOfLink(_ key: String) -> Bool { key.hasPrefix("internal-") || key.hasPrefix("peer-") }
}
