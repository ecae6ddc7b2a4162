/// The subjects that `doctor` reports on. Scripts compare these names, so a released one is never changed.
public enum FindingName: String, Sendable, Hashable, CaseIterable {
    /// A setting is wrong, unknown, or breaks a rule.
    case settings
    /// The data folder is missing, belongs to another user, or can be changed by others.
    case dataFolder = "data-folder"
    /// A key file is missing, damaged, readable by others, or of another user.
    case keyFiles = "key-files"
    /// The key files are not those that the database was written with, or are missing while the service runs.
    case keyCanary = "key-canary"
    /// A running instance has not read a key that is published.
    case keyDistribution = "key-distribution"
    /// A wrapping key of the vault has been in use for too long, is not read by a running instance, or can be retired or
    /// destroyed.
    case wrappingKeys = "wrapping-keys"
    /// The audit log does not continue the end that the key folder names.
    case auditEnd = "audit-end"
    /// The oldest rows of the audit log were tampered with, so that they are not deleted.
    case auditRetention = "audit-retention"
    /// A child has no parent, as after a restore of an older database.
    case childrenWithoutParent = "children-without-parent"
    /// The bound device of a child is locked since a restore of an older database.
    case childrenLockedByRestore = "children-locked-by-restore"
    /// A certificate of the link is missing, expired, or does not belong to its private key.
    case certificate
    /// A certificate of the link expires within 30 days.
    case certificateExpiry = "certificate-expiry"
    /// The database cannot be opened or does not answer.
    case database
    /// The check of the engine finds damage in the file.
    case databaseIntegrity = "database-integrity"
    /// Migrations are pending, or the database is newer than the program.
    case databaseSchema = "database-schema"
    /// The connection to the PostgreSQL server is not encrypted.
    case databaseTLS = "database-tls"
    /// The version of the database engine.
    case databaseVersion = "database-version"
    /// The host's clock differs from the database's clock, or is behind the time that the database was last written.
    case clock
    /// The service does not run, does not answer, or is not ready.
    case service
    /// While the service is stopped: another program listens on an address of the service.
    case listener
    /// The other service does not answer.
    case peer
    /// One service does not accept the other one's key file.
    case peerAuthentication = "peer-authentication"
    /// Codes cannot be sent.
    case gateway
    /// The address that devices use cannot be reached, or another program answers there.
    case publicURL = "public-url"
    /// The proxy sends requests without the client's address.
    case clientAddress = "client-address"
    /// The volume of the data folder is nearly full.
    case disk
    /// The service may open few files, and each connection is one.
    case openFiles = "open-files"
    /// There is no backup of a SQLite database from the last 48 hours.
    case backup
    /// A database that a restore has kept is older than 30 days.
    case keptDatabases = "kept-databases"
    /// The last SIGHUP found a wrong file.
    case reload
}
