// swift-tools-version:6.2
import PackageDescription

/// The program that finds and plants the mutations of `scripts/mutate`.
///
/// It is a package of its own because it needs swift-syntax, which takes minutes to build and which no part of the product uses.
let package = Package(
    name: "mutation",
    dependencies: [.package(url: "https://github.com/swiftlang/swift-syntax", exact: "603.0.1")],
    targets: [
        .target(
            name: "Mutations",
            dependencies: [
                .product(name: "SwiftOperators", package: "swift-syntax"),
                .product(name: "SwiftParser", package: "swift-syntax"),
                .product(name: "SwiftSyntax", package: "swift-syntax"),
            ],
            path: "Mutations"),
        .target(name: "MutationSwitch", path: "MutationSwitch"),
        .executableTarget(name: "mutator", dependencies: ["Mutations"], path: "mutator"),
        .testTarget(name: "MutationsTests", dependencies: ["Mutations", "MutationSwitch"], path: "MutationsTests"),
    ])
