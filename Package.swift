// swift-tools-version:6.2
import PackageDescription

/// Settings every target shares: the strictest Swift 6 has, and a warning is an error.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

func part(_ name: String, _ uses: Target.Dependency...) -> Target {
    .target(name: name, dependencies: uses, swiftSettings: strict)
}

func bridge(_ name: String, linking libraries: String...) -> Target {
    .target(name: name, linkerSettings: libraries.map { .linkedLibrary($0) })
}

func program(_ name: String, _ uses: Target.Dependency...) -> Target {
    .executableTarget(name: name, dependencies: uses, swiftSettings: strict)
}

func tests(_ subject: String, _ uses: Target.Dependency...) -> Target {
    .testTarget(
        name: subject + "Tests", dependencies: [.byName(name: subject)] + uses, path: "Tests/\(subject)Tests",
        swiftSettings: strict)
}

extension Target.Dependency {
    static let nio = product(name: "NIOCore", package: "swift-nio")
    static let nioPosix = product(name: "NIOPosix", package: "swift-nio")
    static let nioHTTP1 = product(name: "NIOHTTP1", package: "swift-nio")
    static let log = product(name: "Logging", package: "swift-log")
    static let metrics = product(name: "Metrics", package: "swift-metrics")
    static let coreMetrics = product(name: "CoreMetrics", package: "swift-metrics")
    static let lifecycle = product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
    static let signals = product(name: "UnixSignals", package: "swift-service-lifecycle")
    static let arguments = product(name: "ArgumentParser", package: "swift-argument-parser")
    static let deque = product(name: "DequeModule", package: "swift-collections")
    static let postgres = target(name: "Postgres", condition: .when(traits: ["Postgres"]))
    static let postgresSupport = target(name: "PostgresSupport", condition: .when(traits: ["Postgres"]))
}

let package = Package(
    name: "latchkey",
    products: [
        .executable(name: "latchkey-auth", targets: ["latchkey-auth"]),
        .executable(name: "latchkey-vault", targets: ["latchkey-vault"]),
        .executable(name: "latchkey", targets: ["latchkey"]),
        .library(name: "LatchkeyDevice", targets: ["LatchkeyDevice"]),
    ],
    traits: [
        .default(enabledTraits: ["Postgres"]),
        .trait(name: "Postgres", description: "The engine to grow on; needs libpq-dev."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", exact: "2.13.0"),
        .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    ],
    targets: [
        part("Docs"),
        part("Vocabulary"),
        part("Rehearsal"),
        part("TimeAndChance", "Vocabulary"),
        part("Machines", "Vocabulary", "Rehearsal"),
        part("StrictJSON"),
        part("JSONRPC", "StrictJSON", "Vocabulary"),
        bridge("COpenSSL", linking: "crypto"),
        part("Cryptography", "COpenSSL", "TimeAndChance", "Vocabulary"),
        part("Proofs", "Cryptography", "StrictJSON", "TimeAndChance", "Vocabulary"),
        part("Tokens", "Cryptography", "StrictJSON", "TimeAndChance", "Vocabulary"),
        part("Contracts", "Machines", "JSONRPC", "StrictJSON", "Vocabulary"),
        bridge("CCurl", linking: "curl"),
        part("Curl", "CCurl", .deque),
        part(
            "RPCClient", "Curl", "JSONRPC", "Proofs", "Tokens", "Cryptography", "StrictJSON", "TimeAndChance",
            "Vocabulary", .log),
        part("RPCServer", "JSONRPC", "StrictJSON", "Vocabulary", .nio, .nioPosix, .nioHTTP1, .log, .metrics),
        part("SQL"),
        bridge("CSQLite", linking: "sqlite3"),
        part("SQLite", "SQL", "CSQLite", "Rehearsal"),
        .target(name: "CPostgres", linkerSettings: [.linkedLibrary("pq", .when(traits: ["Postgres"]))]),
        part("Postgres", "SQL", "CPostgres", "Vocabulary", "TimeAndChance", "Rehearsal"),
        part("AuthStore", "SQL", "Machines", "Vocabulary", "Rehearsal"),
        part("VaultStore", "SQL", "Machines", "Vocabulary", "Cryptography", "TimeAndChance", "Rehearsal"),
        part(
            "AuthService", "Contracts", "Machines", "JSONRPC", "StrictJSON", "AuthStore", "Tokens", "Proofs",
            "Cryptography", "TimeAndChance", "Vocabulary", "Rehearsal", .log, .metrics),
        part(
            "VaultService", "Contracts", "Machines", "JSONRPC", "StrictJSON", "VaultStore", "SQL", "Tokens", "Proofs",
            "Cryptography", "TimeAndChance", "Vocabulary", "Rehearsal", "Interchange", .log, .metrics),
        part("Couriers", "AuthService", "Vocabulary", .log),
        part("Interchange", "Contracts", "Cryptography", "StrictJSON", "Proofs", "Vocabulary"),
        part(
            "ServiceHost", "RPCServer", "JSONRPC", "StrictJSON", "SQL", "SQLite", "TimeAndChance", "Cryptography",
            "Proofs", "Vocabulary", "Rehearsal", .postgres, .log, .metrics, .coreMetrics, .lifecycle, .signals,
            .arguments),
        part(
            "AuthHost", "ServiceHost", "AuthService", "AuthStore", "Couriers", "Contracts", "RPCServer", "RPCClient",
            "Curl", "JSONRPC", "StrictJSON", "SQL", "Tokens", "Proofs", "Cryptography", "TimeAndChance", "Vocabulary",
            "Machines", "Rehearsal", .log, .metrics, .lifecycle, .arguments),
        part(
            "VaultHost", "ServiceHost", "VaultService", "VaultStore", "Contracts", "RPCServer", "RPCClient", "Curl",
            "JSONRPC", "StrictJSON", "SQL", "Tokens", "Proofs", "Cryptography", "TimeAndChance", "Vocabulary",
            "Machines", "Rehearsal", .log, .metrics, .lifecycle, .arguments),
        part(
            "LatchkeyDevice", "Contracts", "Machines", "JSONRPC", "StrictJSON", "SQL", "SQLite", "Cryptography",
            "Proofs", "TimeAndChance", "Interchange", "Vocabulary"),
        part(
            "Stories", "Contracts", "LatchkeyDevice", "JSONRPC", "StrictJSON", "Machines", "TimeAndChance",
            "Vocabulary"),
        program("latchkey-auth", "AuthHost", "ServiceHost", .arguments),
        program("latchkey-vault", "VaultHost", "ServiceHost", .arguments),
        program(
            "latchkey", "LatchkeyDevice", "RPCClient", "Curl", "Contracts", "Machines", "JSONRPC", "StrictJSON",
            "Cryptography", "Proofs", "Interchange", "TimeAndChance", "Vocabulary", .arguments),
        program(
            "workbench", "Stories", "LatchkeyDevice", "Contracts", "Machines", "JSONRPC", "StrictJSON", "RPCClient",
            "Curl", "Proofs", "Tokens", "Cryptography", "TimeAndChance", "Vocabulary", .arguments),
        .target(
            name: "Support",
            dependencies: ["Vocabulary", "TimeAndChance"],
            path: "Tests/Support", swiftSettings: strict),
        tests("Vocabulary"),
        tests("Machines", "Vocabulary", "Support"),
        tests("TimeAndChance", "Vocabulary", "Support"),
        tests("StrictJSON", "Support"),
        tests("JSONRPC", "StrictJSON", "Vocabulary", "Support"),
        tests("Cryptography", "TimeAndChance", "StrictJSON", "Support"),
        tests("Proofs", "Cryptography", "StrictJSON", "TimeAndChance", "Vocabulary", "Support"),
        tests("Tokens", "Cryptography", "StrictJSON", "TimeAndChance", "Vocabulary", "Support"),
        tests("Contracts", "JSONRPC", "StrictJSON", "Machines", "Vocabulary", "Support"),
        tests("Curl", "Support"),
        tests("RPCServer", "JSONRPC", "StrictJSON", "Vocabulary", "Support", "TimeAndChance", .nio, .nioPosix, .log),
        tests(
            "ServiceHost", "RPCServer", "SQL", "JSONRPC", "StrictJSON", "TimeAndChance", "Cryptography", "Proofs",
            "Vocabulary",
            "Support", .log, .metrics, .coreMetrics, .arguments),
        tests(
            "RPCClient", "RPCServer", "Curl", "JSONRPC", "StrictJSON", "Proofs", "Tokens", "Cryptography",
            "TimeAndChance", "Vocabulary", "Support", .log),
        .target(
            name: "PostgresSupport", dependencies: ["Postgres", "CPostgres", "SQL", "Support"],
            path: "Tests/PostgresSupport", swiftSettings: strict),
        .target(
            name: "StoreSupport", dependencies: ["SQL", "SQLite", "Support", .postgres, .postgresSupport],
            path: "Tests/StoreSupport", swiftSettings: strict),
        tests("SQLite", "SQL", "Support"),
        tests("SQL", "SQLite", .postgres, .postgresSupport, "Support"),
        .testTarget(
            name: "PostgresTests",
            dependencies: [.postgres, .postgresSupport, "SQL", "TimeAndChance", "Vocabulary", "Support"],
            path: "Tests/PostgresTests", swiftSettings: strict),
        tests("AuthStore", "SQL", "SQLite", "StoreSupport", "Machines", "Vocabulary", "TimeAndChance", "Support"),
        tests(
            "AuthService", "AuthStore", "Contracts", "JSONRPC", "StrictJSON", "Tokens", "Proofs", "Cryptography", "SQL",
            "SQLite", "StoreSupport", "TimeAndChance", "Vocabulary", "Machines", "Rehearsal", "Support", .log),
        tests(
            "VaultStore", "SQL", "SQLite", "StoreSupport", "Machines", "Vocabulary", "Cryptography", "TimeAndChance",
            "Support"),
        tests(
            "VaultService", "SQLite", "SQL", "StoreSupport", "VaultStore", "Contracts", "JSONRPC", "StrictJSON",
            "Tokens", "Proofs",
            "Cryptography", "TimeAndChance", "Vocabulary", "Machines", "Rehearsal", "Support", .log),
        tests(
            "LatchkeyDevice", "Contracts", "JSONRPC", "StrictJSON", "Machines", "Cryptography", "Proofs", "SQL",
            "SQLite",
            "TimeAndChance", "Vocabulary", "Support"),
        .testTarget(
            name: "StoryTests",
            dependencies: [
                "Stories", "LatchkeyDevice", "AuthService", "AuthStore", "VaultService", "VaultStore", "RPCClient",
                "Contracts", "Machines", "JSONRPC", "StrictJSON", "SQL", "SQLite", "StoreSupport", "Proofs", "Tokens",
                "Cryptography", "TimeAndChance", "Vocabulary", "Rehearsal", "Support", .log,
            ], path: "Tests/StoryTests", swiftSettings: strict),
        tests("Interchange", "Contracts", "Proofs", "Cryptography", "StrictJSON", "Vocabulary", "Support"),
    ],
    swiftLanguageModes: [.v6]
)
