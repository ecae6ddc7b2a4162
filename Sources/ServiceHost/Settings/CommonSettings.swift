/// The settings both services have.
public enum CommonSettings {
    /// The registry; the addresses a service listens on by default are its own.
    public static func registry(
        name: String, listen: String, internalListen: String, operationsListen: String, peer: String
    ) -> [Setting] {
        [
            Setting("data", .text, absent: "data", "The folder of database, keys and socket."),
            Setting("listen", .address, absent: listen, "Where the proxy reaches the service: host:port."),
            Setting("internal-listen", .address, absent: internalListen, "Where the other service reaches it."),
            Setting("operations-listen", .address, absent: operationsListen, "Where health and metrics are served."),
            Setting(
                "public-url", .text, "The address devices use, as request proofs name it; http://LISTEN/rpc if absent."),
            Setting("peer-url", .peer, absent: peer, "The other service's internal address, http://host:port/rpc."),
            Setting(
                "demo", .flag, absent: "false", "Make missing keys at first start; relax what a demonstration needs."),
            Setting("threads", .number(0...64), absent: "0", "Event loops; 0: one for each core."),
            Setting("database", .text, "sqlite:PATH, or postgres://user@host/name; DATA/\(name).sqlite if absent."),
            Setting("database-password-file", .text, "PostgreSQL: a file with the password on its first line."),
            Setting("database-pool", .number(1...64), absent: "8", "PostgreSQL: connections at most."),
            Setting(
                "database-prepared", .flag, absent: "true",
                "PostgreSQL: false behind pgBouncer in transaction mode."),
            Setting("readers", .number(1...64), absent: "4", "SQLite: reading connections that are kept."),
            Setting(
                "drain-seconds", .number(0...60), absent: "5", "How long to stay unready before closing at SIGTERM."),
            Setting(
                "log-level", .choice(["debug", "info", "notice", "warning", "error"]), absent: "info", "What is logged."
            ),
            Setting("log-format", .choice(["text", "json"]), absent: "text", "How it is logged."),
            Setting("call-log", .flag, absent: "true", "One line for each answered call."),
            Setting(
                "trusted-proxies", .blocks, absent: "", "Address blocks whose X-Forwarded-For is believed, by comma."),
        ]
    }
}
