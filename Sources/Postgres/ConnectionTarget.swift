#if Postgres
import CPostgres
import Glibc
import Primitives
import SQL

/// What libpq is told to reach a server: one list of words for each host of the URL, tried in turn so that a host that
/// says nothing keeps nobody from the next.
struct ConnectionTarget: Sendable {
    /// A keyword of libpq and its value.
    typealias Word = (keyword: String, value: String)

    /// For each host, everything but the password.
    let hosts: [[Word]]
    private let passwordFile: String?

    /// Reads a URL. Its text is never repeated in a fault, because it may hold a password.
    init(_ settings: PostgresSettings) throws(SQLFault) {
        guard settings.url.hasPrefix("postgres://") || settings.url.hasPrefix("postgresql://"),
            var given = Self.words(in: settings.url)
        else {
            throw .unavailable("the database URL cannot be read; write postgres://user@host:5432/name")
        }
        guard given["password"] == nil else {
            throw .unavailable(
                "the database URL holds a password; write the password into a file, name that file (passwordFile), "
                    + "and take the password out of the URL")
        }
        let places = (Self.list(given["host"]), Self.list(given["hostaddr"]), Self.list(given["port"]))
        for word in ["host", "hostaddr", "port"] { given[word] = nil }
        let common = Self.usual(settings).merging(given) { _, given in given }
            .merging(Self.enforced(settings, given["options"])) { _, enforced in enforced }
            .map { (keyword: $0.key, value: $0.value) }
        hosts = (0..<max(places.0.count, places.1.count, 1)).map { index in
            var words = common
            if index < places.0.count { words.append(("host", places.0[index])) }
            if index < places.1.count { words.append(("hostaddr", places.1[index])) }
            if let port = index < places.2.count ? places.2[index] : places.2.last { words.append(("port", port)) }
            return words
        }
        passwordFile = settings.passwordFile
    }

    /// The password as its file holds it now, if one is named.
    func password() throws(SQLFault) -> String? {
        guard let passwordFile else { return nil }
        let descriptor = Glibc.open(passwordFile, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw .unavailable("the password file \(passwordFile) cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { Glibc.close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & 0o077 == 0 else {
            throw .unavailable("the password file \(passwordFile) can be read by others: chmod 0400 \(passwordFile)")
        }
        var bytes = [UInt8](repeating: 0, count: 1_024)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        let line = bytes.prefix(max(0, count)).prefix { $0 != 0x0a && $0 != 0x0d && $0 != 0 }
        guard !line.isEmpty else { throw .unavailable("the password file \(passwordFile) is empty") }
        return String(decoding: line, as: UTF8.self)
    }

    /// What the URL may change.
    private static func usual(_ settings: PostgresSettings) -> [String: String] {
        [
            "application_name": settings.applicationName, "keepalives": "1", "keepalives_idle": "5",
            "keepalives_interval": "1", "keepalives_count": "3",
            "tcp_user_timeout": "\(min(settings.patience, .seconds(10)).ms)",  // to be acknowledged, not answered
        ]
    }

    /// What the URL may not change. Behind pgBouncer there are no start-up options: each transaction sets its own.
    private static func enforced(_ settings: PostgresSettings, _ given: String?) -> [String: String] {
        let common = ["target_session_attrs": "read-write", "client_encoding": "UTF8"]
        guard settings.prepared else { return common }
        let options = SessionSettings(settings).words.map { "-c \($0.keyword)=\($0.value)" }
        return common.merging(["options": ([given].compactMap(\.self) + options).joined(separator: " ")]) { $1 }
    }

    private static func words(in url: String) -> [String: String]? {
        guard let parsed = PQconninfoParse(url, nil) else { return nil }
        defer { PQconninfoFree(parsed) }
        var words: [String: String] = [:], place = parsed
        while let keyword = place.pointee.keyword {
            if let value = place.pointee.val { words[String(cString: keyword)] = String(cString: value) }
            place += 1
        }
        return words
    }

    private static func list(_ text: String?) -> [String] {
        guard let text, !text.isEmpty else { return [] }
        return text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
}
#endif
