// A plain `swift build` compiles this target too, and has no module Testing.
#if canImport(Testing)
public import Testing

/// Names the security requirements that a test attacks, by their identifiers in `Tests/requirements.json`.
///
/// The test must fail when the product stops keeping the requirement. `scripts/dev docs` reads these marks from the
/// sources for the table of requirements and tests; a failing test prints them.
public struct RequirementTrait: TestTrait {
    public let comments: [Comment]
}

extension Trait where Self == RequirementTrait {
    /// Marks a test that attacks these requirements.
    public static func requirement(_ identifiers: String...) -> Self {
        RequirementTrait(comments: identifiers.map { "requirement \($0)" })
    }
}
#endif
