import Primitives
import ServiceHost
import VaultService
import VaultStore

/// The settings of `latchkey-vault`.
struct VaultConfiguration: ServiceConfiguration {
    static let service = "vault"

    let common: CommonConfiguration
    let issuer: String
    /// Reads are allowed up to the token's expiry while auth cannot be reached.
    let allowsStaleReads: Bool
    let auditRetention: Duration
    let limits: StoreLimits
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
        limits = try Self.limits(&settings)
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

    private static func limits(_ settings: inout SettingReader) throws(SettingsFault) -> StoreLimits {
        var limits = StoreLimits()
        limits.itemsPerAccount = Int64(
            try settings.number(
                "account-items", 1...10_000, default: Int(limits.itemsPerAccount),
                "The largest number of secrets of an account."))
        limits.bytesPerAccount = mebibytes(
            try settings.number(
                "account-mebibytes", 1...50, default: Int(limits.bytesPerAccount >> 20),
                "The largest size of all secrets of an account, without former versions, in MiB."))
        let total = try settings.number(
            "vault-mebibytes", 0...100_000_000, default: 0,
            "The size of the secrets and former versions of all accounts, in MiB, from which on nothing can be added; 0 sets no limit."
        )
        limits.bytesOfAllAccounts = total == 0 ? nil : mebibytes(total)
        return limits
    }

    private static func mebibytes(_ number: Int) -> Int64 { Int64(number) << 20 }
}
