import Testing

@testable import Mutations

/// The text that is compiled.
struct PlantingTests {
    private func planted(_ text: String, _ kinds: Set<Mutation.Kind>) -> String {
        let found = Finder.mutations(of: text, enums: EnumCases(of: ["enum E { case a, b }"])).filter {
            kinds.contains($0.kind)
        }
        let result = Planting.plant(found.enumerated().map { ($0.offset, $0.element) }, in: text)
        return String(result.dropFirst(Planting.header.count))
    }

    @Test(arguments: [
        ("let x = a < b", [Mutation.Kind.boundaryChanged], "let x = mutantLess(0, a , b)"),
        ("let x = a < b", [.boundaryChanged, .comparisonNegated], "let x = mutantNegated(0, mutantLess(1, a , b))"),
        ("let x = a && try b()", [.operandRemoved], "let x = mutantTrue(0, a) && try mutantTrue(1, b())"),
        ("let x = 10", [.constantHalved, .constantDoubled], "let x = mutantHalved(0, mutantDoubled(1, 10))"),
        ("func f() { try await g(1) }", [.statementDeleted], "func f() { if mutantKeeps(0) { try await g(1) } }"),
        (
            "func f() { g(a, b) }", [.argumentsSwapped],
            "func f() { g(mutantReplaced(0, a, b), mutantReplaced(0, b, a)) }"
        ),
        ("let x = [E.a, .b]", [.caseReplaced], "let x = [mutantReplaced(0, E.a, E.b), mutantReplaced(1, .b, .a)]"),
        (
            "let x = \"DELETE FROM t WHERE a > 1\"", [.sqlConditionDropped, .sqlBoundaryChanged],
            "let x = mutantText(0, mutantText(1, \"DELETE FROM t WHERE a > 1\", \"DELETE FROM t WHERE a >= 1\"), \"DELETE FROM t WHERE (a > 1 OR TRUE)\")"
        ),
    ]) func `mutations of one place are nested`(text: String, kinds: [Mutation.Kind], expected: String) {
        #expect(planted(text, Set(kinds)) == expected)
    }

    @Test(arguments: [[0, 1], [1, 0]])
    func `a changed boundary is the innermost call, whatever the numbers are`(numbers: [Int]) {
        let text = "let x = a < b"
        let found = Finder.mutations(of: text, enums: EnumCases(of: []))
        let boundary = found.first { $0.kind == .boundaryChanged },
            negation = found.first { $0.kind == .comparisonNegated }
        let planted = Planting.plant(
            zip(numbers, [boundary, negation].compactMap { $0 }).map { (number: $0, mutation: $1) }, in: text)
        #expect(planted.hasSuffix("let x = mutantNegated(\(numbers[1]), mutantLess(\(numbers[0]), a , b))"))
    }

    @Test func `without a mutation the text stays as it is`() {
        #expect(Planting.plant([], in: "let é = \"ü\"") == Planting.header + "let é = \"ü\"")
    }
}
