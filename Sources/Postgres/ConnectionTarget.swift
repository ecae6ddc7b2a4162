#if Postgres
import CPostgres
import Glibc
import Primitives
import SQL

/// The parameters with which libpq connects: one list for each host of the URL. Each host is tried separately, so that
/// one that does not answer does not use up the time of the next.
struct ConnectionTarget: Sendable {
    /// A connection parameter of libpq.
    typealias Parameter = (keyword: String, value: String)

    /// The parameters for each host, without the password.
    let hosts: [[Parameter]]
    private let passwordFile: String?

    /// Reads the URL. No fault contains its text, because it may contain a password.
    init(_ settings: PostgresSettings) throws(SQLFault) {
        guard settings.url.hasPrefix("postgres://") || settings.url.hasPrefix("postgresql://"),
            var given = Self.parameters(in: settings.url)
        else {
            throw .unavailable("the database URL cannot be read; write postgres://user@host:5432/name")
        }
        guard given["password"] == nil else {
            throw .unavailable(
                "the database URL holds a password; write the password into a file, set database-password-file to the "
                    + "file's path, and take the password out of the URL")
        }
        if !settings.trustsNetwork { try Self.requireVerifiedServer(given) }
        let lists = (Self.list(given["host"]), Self.list(given["hostaddr"]), Self.list(given["port"]))
        for keyword in ["host", "hostaddr", "port"] { given[keyword] = nil }
        let common = Self.defaults(settings).merging(given) { _, given in given }
            .merging(Self.enforced(settings, given["options"])) { _, enforced in enforced }
            .map { (keyword: $0.key, value: $0.value) }
        hosts = (0..<max(lists.0.count, lists.1.count, 1)).map { index in
            var parameters = common
            if index < lists.0.count { parameters.append(("host", lists.0[index])) }
            if index < lists.1.count { parameters.append(("hostaddr", lists.1[index])) }
            if let port = index < lists.2.count ? lists.2[index] : lists.2.last { parameters.append(("port", port)) }
            return parameters
        }
        passwordFile = settings.passwordFile
    }

    /// Refuses a host other than this one unless the URL says that the server's certificate and its name are verified.
    private static func requireVerifiedServer(_ given: [String: String]) throws(SQLFault) {
        guard given["sslmode"] != "verify-full", !staysOnThisHost(given) else { return }
        throw .unavailable(
            "the database URL names another host: add sslmode=verify-full to it, or set database-network-trusted=true "
                + "if nobody else is on the way to it")
    }

    /// True if every connection goes through a Unix socket or a loopback address. libpq takes what the URL leaves out from
    /// the environment, or from the section of a service file.
    private static func staysOnThisHost(_ given: [String: String]) -> Bool {
        guard given["service"] == nil, getenv("PGSERVICE") == nil else { return false }
        let addresses = list(given["hostaddr"] ?? environment("PGHOSTADDR"))
        // An address is what libpq connects to; the host beside it is then only a name.
        let targets = addresses.isEmpty ? list(given["host"] ?? environment("PGHOST")) : addresses
        return targets.allSatisfy { target in
            target.isEmpty || target.hasPrefix("/") || target.hasPrefix("@") || IPAddress.isLoopback(host: target)
        }
    }

    private static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// Reads the password file; nil if none is set.
    func password() throws(SQLFault) -> String? {
        guard let passwordFile else { return nil }
        let descriptor = Glibc.open(passwordFile, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw .unavailable("the password file \(passwordFile) cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { Glibc.close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & CredentialFolder.refusedBits(of: passwordFile) == 0
        else {
            throw .unavailable("the password file \(passwordFile) can be read by others: chmod 0400 \(passwordFile)")
        }
        var bytes = [UInt8](repeating: 0, count: 1_024)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        let line = bytes.prefix(max(0, count)).prefix { $0 != 0x0a && $0 != 0x0d && $0 != 0 }
        guard !line.isEmpty else { throw .unavailable("the password file \(passwordFile) is empty") }
        return String(decoding: line, as: UTF8.self)
    }

    /// Parameters that the URL may override.
    private static func defaults(_ settings: PostgresSettings) -> [String: String] {
        [
            "application_name": settings.applicationName, "keepalives": "1", "keepalives_idle": "5",
            "keepalives_interval": "1", "keepalives_count": "3",
            // This limits the wait for the acknowledgement by the server's kernel, not for the answer.
            "tcp_user_timeout": "\(min(settings.answerTimeout, .seconds(10)).ms)",
        ]
    }

    /// Parameters that the URL may not override. pgBouncer accepts no start-up options, so behind it each transaction
    /// applies the ``SessionSettings`` itself.
    private static func enforced(_ settings: PostgresSettings, _ given: String?) -> [String: String] {
        let common = ["target_session_attrs": "read-write", "client_encoding": "UTF8"]
        guard settings.preparesStatements else { return common }
        let options = SessionSettings(settings).settings.map { "-c \($0.keyword)=\($0.value)" }
        return common.merging(["options": ([given].compactMap(\.self) + options).joined(separator: " ")]) { $1 }
    }

    private static func parameters(in url: String) -> [String: String]? {
        guard let parsed = PQconninfoParse(url, nil) else { return nil }
        defer { PQconninfoFree(parsed) }
        var parameters: [String: String] = [:], option = parsed
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { parameters[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return parameters
    }

    private static func list(_ text: String?) -> [String] {
        guard let text, !text.isEmpty else { return [] }
        return text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
}
#endif
