import Logging
package import Primitives
import RPCServer

/// The times at which the certificates of the link between the services expire, for the log, the metrics and `doctor`.
package final class LinkCertificates: Sendable {
    /// The time before its expiry at which a certificate should be renewed.
    package static let warningTime = Duration.days(30)
    /// The time between two warnings in the log.
    private static let repetition = Duration.days(1)

    /// A certificate of this service.
    package struct Expiry: Sendable, Hashable {
        /// The setting that names the file: `internal-certificate` or `peer-certificate`.
        package let setting: String
        package let file: String
        /// The last second of the certificate's validity.
        package let end: Instant

        /// Returns true if the certificate expires within ``LinkCertificates/warningTime``.
        package func isNear(at now: Instant) -> Bool { end < now + LinkCertificates.warningTime }

        /// One line for the administrator.
        package var line: String {
            "the certificate \(file) expires at \(TerminalText.time(end)): renew it and send SIGHUP"
        }
    }

    private let current: LiveValue<[Expiry]>

    package init(_ expiries: [Expiry]) { current = LiveValue(expiries) }

    var expiries: [Expiry] { current.current }

    func replace(_ expiries: [Expiry]) { current.replace(expiries) }

    /// The settings that name a certificate of this service.
    package static let settings = ["internal-certificate", "peer-certificate"]

    /// The metrics' names and the functions that read them, in seconds since 1970; 0 without a certificate.
    var metrics: [(name: String, read: @Sendable () -> Int)] {
        Self.settings.map { setting in
            (
                "\(setting.replacing("-", with: "_"))_expiry_timestamp_seconds",
                { [self] in expiries.first { $0.setting == setting }.map { Int($0.end.ms / 1_000) } ?? 0 }
            )
        }
    }

    /// Logs a warning once a day for each certificate that expires soon, until the task is cancelled.
    func run(clock: WallClock, log: Logger) async {
        while !Task.isCancelled {
            let now = clock.now
            for expiry in expiries where expiry.isNear(at: now) { log.warning("\(expiry.line)") }
            do { try await Task.pause(for: Self.repetition) } catch { return }
        }
    }
}

extension LinkConfiguration {
    /// Reads the certificates of this service.
    ///
    /// - Throws: one line that says which file is wrong.
    package func certificates(now: Instant) throws(KeyFault) -> [LinkCertificates.Expiry] {
        var found: [LinkCertificates.Expiry] = []
        for (setting, files) in zip(LinkCertificates.settings, [server, client]) {
            guard let files else { continue }
            let end = try files.load(now: now).validity.1
            found.append(.init(setting: setting, file: files.certificate, end: end))
        }
        return found
    }
}
