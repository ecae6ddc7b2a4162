import Glibc
import StrictJSON

/// Where the services are and what the device calls itself: flag, then environment, then what the profile keeps.
struct Endpoints {
    var auth = "http://127.0.0.1:7601/rpc"
    var vault = "http://127.0.0.1:7602/rpc"
    var name = Self.hostName

    /// Reads what a profile keeps; defaults for what it does not.
    init(_ kept: JSONObject) {
        auth = kept["auth"]?.string ?? auth
        vault = kept["vault"]?.string ?? vault
        name = kept["name"]?.string ?? name
    }

    /// What a profile keeps.
    var object: JSONObject { ["auth": .string(auth), "vault": .string(vault), "name": .string(name)] }

    /// Takes the environment's words, then the flags'.
    mutating func take(_ options: ProfileOptions) {
        auth = options.auth ?? Self.variable("LATCHKEY_AUTH_URL") ?? auth
        vault = options.vault ?? Self.variable("LATCHKEY_VAULT_URL") ?? vault
        name = options.name ?? name
    }

    static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    private static var hostName: String {
        var bytes = [CChar](repeating: 0, count: 65)
        guard gethostname(&bytes, 64) == 0 else { return "latchkey" }
        return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
