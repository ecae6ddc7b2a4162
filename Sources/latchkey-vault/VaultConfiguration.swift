import Primitives
import ServiceHost
import VaultService

/// The settings of `latchkey-vault`.
struct VaultConfiguration: ServiceConfiguration {
    static let service = "vault"

    let common: CommonConfiguration
    let issuer: String
    /// Reads are allowed up to the token's expiry while auth cannot be reached.
    let allowsStaleReads: Bool
    let auditRetention: Duration
    /// The time for which the administrator keeps backups, by which `doctor` judges the age of wrapping keys.
    let backupRetention: Duration

    init(_ settings: inout SettingReader) throws(SettingsFault) {
        common = try CommonConfiguration(
            &settings, service: Self.service, ports: (public: 7602, internal: 7622, operations: 7612, peer: 7621))
        issuer = try settings.text(
            "issuer", default: "https://auth.latchkey.invalid", "The `iss` that access tokens must have.")
        allowsStaleReads = try settings.flag(
            "allow-stale-reads", default: false, "Allow reads up to the token's expiry while auth cannot be reached.")
        auditRetention = .days(
            try settings.number(
                "audit-days", 30...3650, default: Int(VaultSettings().auditRetention / .days(1)),
                "Days for which rows of the audit log are kept."))
        backupRetention = .days(
            try settings.number(
                "backup-days", 1...3650, default: 30,
                "Days for which backups are kept; doctor says by it when the file of a retired wrapping key may be destroyed."
            ))
        settings.require(
            common.isDemo || common.namesProxies || !common.isReachableFromOtherHosts,
            of: ["trusted-proxies", "listen", "demo"],
            """
            --set trusted-proxies=… must name the addresses of the proxy, because --listen \(common.listen) can be reached from \
            other hosts; without a proxy it must be none
            """)
    }
}
