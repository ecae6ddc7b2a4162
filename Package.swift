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

/// Modules of many small methods, each of which runs a few times in a call, and the program that puts them together.
/// Released programs have them optimised for size, because a service may have at most 30 MB. The compiler of Swift 6.3.1
/// crashes when it optimises the module `latchkey` for size.
let optimisedForSize: Set<String> = [
    "Audit", "AuditService", "AuthService", "AuthStore", "Contracts", "Curl", "DPoP", "Domain", "JSONRPC",
    "MessageDrivers", "OTP",
    "OperatorConsole", "PIN", "Postgres", "RPCClient", "RPCServer", "SQL", "SQLite", "ServiceAuth", "ServiceHost",
    "Tokens", "latchkey-auth",
]

func settings(of name: String) -> [SwiftSetting] {
    strict + (optimisedForSize.contains(name) ? [.unsafeFlags(["-Osize"], .when(configuration: .release))] : [])
}

func part(_ name: String, _ uses: Target.Dependency...) -> Target {
    .target(name: name, dependencies: uses, swiftSettings: settings(of: name))
}

func bridge(_ name: String, linking libraries: String...) -> Target {
    .target(name: name, linkerSettings: libraries.map { .linkedLibrary($0) })
}

func part(_ name: String, embedding folder: String, _ uses: Target.Dependency...) -> Target {
    .target(name: name, dependencies: uses, resources: [.embedInCode(folder)], swiftSettings: settings(of: name))
}

func program(_ name: String, _ uses: Target.Dependency...) -> Target {
    .executableTarget(name: name, dependencies: uses, swiftSettings: settings(of: name))
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
    static let nioSSL = product(name: "NIOSSL", package: "swift-nio-ssl")
    static let log = product(name: "Logging", package: "swift-log")
    static let metrics = product(name: "Metrics", package: "swift-metrics")
    static let metricsTests = product(name: "MetricsTestKit", package: "swift-metrics")
    static let coreMetrics = product(name: "CoreMetrics", package: "swift-metrics")
    static let lifecycle = product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
    static let signals = product(name: "UnixSignals", package: "swift-service-lifecycle")
    static let arguments = product(name: "ArgumentParser", package: "swift-argument-parser")
    static let bitSet = product(name: "BitCollections", package: "swift-collections")
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
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", exact: "2.13.0"),
        .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    ],
    targets: [
        part("Primitives"),
        part("FaultInjection"),
        part("Domain", "FaultInjection", "Primitives"),
        part("StrictJSON"),
        part("JSONRPC", "Primitives", "StrictJSON"),
        bridge("COpenSSL", linking: "crypto"),
        part("Cryptography", "COpenSSL", "Primitives"),
        part("DPoP", "Cryptography", "Primitives", "StrictJSON"),
        part("ServiceAuth", "Cryptography", "JSONRPC", "Primitives", "StrictJSON"),
        part("OTP", "Cryptography", "Primitives"),
        part("PIN", "Cryptography", "Domain", "Primitives"),
        part("Tokens", "Cryptography", "Domain", "Primitives", "StrictJSON"),
        part("Contracts", "Domain", "JSONRPC", "Primitives", "StrictJSON"),
        bridge("CCurl", linking: "curl"),
        part("Curl", "CCurl", "Primitives", .deque),
        part("RPCClient", "Contracts", "Curl", "JSONRPC", "Primitives", "ServiceAuth", "StrictJSON"),
        part(
            "MessageDrivers", "AuthService", "AuthStore", "Cryptography", "Curl", "Primitives", "RPCClient",
            "RPCServer",
            "StrictJSON", .log, .metrics),
        part("RPCServer", "JSONRPC", "Primitives", .log, .nio, .nioHTTP1, .nioPosix, .nioSSL),
        part(
            "OperatorConsole", embedding: "Page", "DPoP", "Domain", "JSONRPC", "Primitives", "RPCServer", "StrictJSON"),
        part("SQL", "Primitives"),
        bridge("CSQLite", linking: "sqlite3"),
        part("SQLite", "CSQLite", "FaultInjection", "Primitives", "SQL"),
        .target(name: "CPostgres", linkerSettings: [.linkedLibrary("pq", .when(traits: ["Postgres"]))]),
        part("Postgres", "CPostgres", "FaultInjection", "Primitives", "SQL", .bitSet, .deque),
        part("Audit", "Cryptography", "Domain", "Primitives", "SQL"),
        part("AuditService", "Audit", "Contracts", "Domain", "JSONRPC", "Primitives", .log, .metrics),
        part("AuthStore", "Audit", "Domain", "FaultInjection", "Primitives", "SQL"),
        part(
            "VaultStore", "Audit", "Cryptography", "Domain", "FaultInjection", "Primitives", "SQL", "StrictJSON"),
        part(
            "AuthService", "Audit", "AuditService", "AuthStore", "Contracts", "Cryptography", "DPoP", "Domain",
            "FaultInjection", "JSONRPC", "OTP", "PIN", "Primitives", "SQL", "ServiceAuth", "StrictJSON", "Tokens", .log,
            .metrics),
        part(
            "VaultService", "Audit", "AuditService", "Contracts", "Cryptography", "Domain", "Interchange", "JSONRPC",
            "Primitives", "SQL", "ServiceAuth", "StrictJSON", "Tokens", "VaultStore", .log, .metrics),
        part("Interchange", "Contracts", "Cryptography", "OTP", "Primitives", "StrictJSON"),
        part(
            "ServiceHost", "Audit", "Contracts", "Cryptography", "Curl", "Domain", "FaultInjection", "JSONRPC",
            .postgres,
            "Primitives",
            "RPCClient", "RPCServer", "SQL", "SQLite", "ServiceAuth", "StrictJSON", .arguments, .coreMetrics,
            .lifecycle, .log, .metrics, .signals),
        part(
            "LatchkeyDevice", "Contracts", "Cryptography", "DPoP", "Domain", "Interchange", "JSONRPC",
            "PIN", "Primitives", "SQL", "SQLite", "StrictJSON"),
        part(
            "DeviceCommands", "Contracts", "Domain", "Interchange", "JSONRPC", "LatchkeyDevice", "PIN", "Primitives",
            "StrictJSON"),
        part("Stories", "DeviceCommands", "JSONRPC", "Primitives", "StrictJSON"),
        program(
            "latchkey-auth", "Audit", "AuditService", "AuthService", "AuthStore", "Contracts", "Cryptography", "Curl",
            "DPoP", "Domain",
            "JSONRPC", "MessageDrivers", "OperatorConsole", "Primitives", "RPCClient", "RPCServer", "SQL",
            "ServiceAuth", "ServiceHost",
            "StrictJSON",
            "Tokens", .arguments, .log),
        program(
            "latchkey-vault", "AuditService", "Contracts", "Cryptography", "Domain", "JSONRPC", "Primitives",
            "RPCClient", "RPCServer", "SQL", "ServiceAuth", "ServiceHost", "StrictJSON", "Tokens", "VaultService",
            "VaultStore", .arguments, .log),
        program(
            "latchkey", "Cryptography", "Curl", "DPoP", "DeviceCommands", "Domain", "Interchange", "LatchkeyDevice",
            "Primitives", "RPCClient", "SQL",
            "StrictJSON", .arguments),
        program(
            "workbench", "Contracts", "Cryptography", "Curl", "DPoP", "DeviceCommands", "Domain", "JSONRPC",
            "LatchkeyDevice", "PIN", "Primitives", "RPCClient", "ServiceAuth", "Stories", "StrictJSON", .arguments),
        .target(
            name: "Support", dependencies: ["JSONRPC", "Primitives", "StrictJSON", .log], path: "Tests/Support",
            swiftSettings: strict),
        .target(
            name: "PostgresSupport", dependencies: ["Postgres", "CPostgres", "SQL", "Support"],
            path: "Tests/PostgresSupport", swiftSettings: strict),
        .target(
            name: "StoreSupport", dependencies: ["Audit", "SQL", "SQLite", "Support", .postgres, .postgresSupport],
            path: "Tests/StoreSupport", swiftSettings: strict),
        .target(
            name: "PairSupport",
            dependencies: [
                "AuthService", "AuthStore", "Contracts", "Cryptography", "DPoP", "Domain", "FaultInjection", "JSONRPC",
                "LatchkeyDevice", "Primitives", "RPCClient", "SQL", "ServiceAuth", "StoreSupport", "Support", "Tokens",
                "VaultService", "VaultStore", .log,
            ],
            path: "Tests/PairSupport", swiftSettings: strict),
        .target(
            name: "CSimulatedDisk", path: "Tests/Simulation/CSimulatedDisk",
            linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(
            name: "Simulation",
            dependencies: [
                "AuthService", "AuthStore", "CSimulatedDisk", "Contracts", "Cryptography", "DPoP", "Domain",
                "Interchange",
                "JSONRPC", "LatchkeyDevice", "Primitives", "RPCClient", "SQL", "SQLite", "ServiceAuth", "ServiceHost",
                "StrictJSON",
                "Support", "Tokens", "VaultService", "VaultStore", .log, .postgres, .postgresSupport,
            ],
            path: "Tests/Simulation/Simulation", swiftSettings: strict),
        .executableTarget(
            name: "simulate", dependencies: ["Primitives", "Simulation"], path: "Tests/Simulation/simulate",
            swiftSettings: strict),
        tests(
            "AuthService", "Audit", "AuditService", "AuthStore", "Contracts", "Cryptography", "DPoP", "Domain",
            "FaultInjection", "JSONRPC", "OTP", "PIN", "Primitives", "SQL", "ServiceAuth", "StoreSupport", "StrictJSON",
            "Support", "Tokens", .coreMetrics, .metricsTests),
        tests("Audit", "Cryptography", "Domain", "Primitives", "SQL", "StoreSupport", "Support"),
        tests("AuthStore", "Audit", "Cryptography", "Domain", "Primitives", "SQL", "StoreSupport", "Support"),
        tests("Contracts", "Domain", "JSONRPC", "Primitives", "StrictJSON", "Support"),
        tests("Cryptography", "Primitives", "StrictJSON", "Support"),
        tests("Curl", "Primitives", "Support"),
        tests("DPoP", "Cryptography", "Primitives", "StrictJSON", "Support"),
        tests("Domain", "Primitives", "Support"),
        tests("Interchange", "Contracts", "Primitives", "StrictJSON", "Support"),
        tests("JSONRPC", "Primitives", "StrictJSON"),
        tests(
            "LatchkeyDevice", "Contracts", "Cryptography", "DPoP", "DeviceCommands", "Domain", "Interchange", "JSONRPC",
            "PIN",
            "PairSupport",
            "Primitives", "SQL", "SQLite", "StrictJSON", "Support", "VaultStore"),
        tests(
            "MessageDrivers", "AuthService", "AuthStore", "Cryptography", "Curl", "JSONRPC", "Primitives", "RPCServer",
            "Support"),
        tests("OTP", "Cryptography", "Primitives", "StrictJSON", "Support"),
        tests("OperatorConsole", "DPoP", "JSONRPC", "RPCServer", "StrictJSON", "Support"),
        tests("PIN", "Cryptography", "Domain", "Primitives", "StrictJSON", "Support"),
        .testTarget(
            name: "PostgresTests",
            dependencies: [.postgres, .postgresSupport, "Primitives", "SQL", "Support"],
            path: "Tests/PostgresTests", swiftSettings: strict),
        tests("Primitives", "Support"),
        tests(
            "RPCClient", "Contracts", "Cryptography", "Curl", "JSONRPC", "Primitives", "RPCServer", "ServiceAuth",
            "StrictJSON", "Support", .log),
        tests("RPCServer", "JSONRPC", "Primitives", "Support", .log, .nio, .nioHTTP1, .nioPosix),
        tests("SQL", "Primitives", .postgres, .postgresSupport, "SQLite", "Support"),
        tests("SQLite", "CSimulatedDisk", "Primitives", "SQL", "Support"),
        tests("ServiceAuth", "Cryptography", "Primitives", "StrictJSON", "Support"),
        tests(
            "ServiceHost", "Audit", "Contracts", "Cryptography", "Curl", "Domain", "JSONRPC", .postgres,
            .postgresSupport,
            "Primitives",
            "RPCClient", "RPCServer", "SQL", "SQLite", "ServiceAuth", "StoreSupport", "StrictJSON", "Support",
            .arguments,
            .coreMetrics, .log),
        .testTarget(
            name: "StoryTests",
            dependencies: [
                "Contracts", "DeviceCommands", "Domain", "JSONRPC", "LatchkeyDevice", "PairSupport",
                "Primitives", "SQL", "StoreSupport", "Stories", "StrictJSON", "Support",
            ],
            path: "Tests/StoryTests", swiftSettings: strict),
        tests("StrictJSON", "Support"),
        tests("Tokens", "Cryptography", "Domain", "Primitives", "StrictJSON", "Support"),
        tests(
            "VaultService", "Audit", "AuditService", "Contracts", "Cryptography", "Domain", "FaultInjection",
            "Interchange",
            "JSONRPC",
            "Primitives",
            "SQL",
            "ServiceAuth", "StoreSupport", "StrictJSON", "Support", "Tokens", "VaultStore", .log, .coreMetrics,
            .metricsTests),
        tests(
            "VaultStore", "Audit", "Cryptography", "Domain", "Primitives", "SQL", "StoreSupport", "StrictJSON",
            "Support"),
    ],
    swiftLanguageModes: [.v6]
)
