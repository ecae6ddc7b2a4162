import Glibc
import Primitives
import StrictJSON

/// The services' addresses and the device's name. Each comes from its option, else (addresses only) from an environment
/// variable, else from the profile, else it has a default.
struct Endpoints {
    var auth = "http://127.0.0.1:7601/rpc"
    var vault = "http://127.0.0.1:7602/rpc"
    var name = Self.hostName

    /// Reads the profile's `endpoints.json`; absent members have defaults.
    init(_ stored: JSONObject) {
        auth = stored["auth"]?.string ?? auth
        vault = stored["vault"]?.string ?? vault
        name = stored["name"]?.string ?? name
    }

    /// The content of `endpoints.json`.
    var object: JSONObject { ["auth": .string(auth), "vault": .string(vault), "name": .string(name)] }

    /// Replaces what the environment sets, and then what the options set.
    mutating func apply(_ options: ProfileOptions) {
        auth = options.auth ?? Self.variable("LATCHKEY_AUTH_URL") ?? auth
        vault = options.vault ?? Self.variable("LATCHKEY_VAULT_URL") ?? vault
        name = options.name ?? name
    }

    /// The language that the environment names for messages (`LC_ALL`, `LC_MESSAGES`, `LANG`); nil for none.
    static var language: LanguageTag? {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty } ?? ""
        let name = locale.prefix { $0 != "." && $0 != "@" }.replacing("_", with: "-")
        return name == "POSIX" ? nil : LanguageTag(rawValue: String(name))
    }

    static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    private static var hostName: String {
        var bytes = [CChar](repeating: 0, count: 65)
        guard gethostname(&bytes, 64) == 0 else { return "latchkey" }
        return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
