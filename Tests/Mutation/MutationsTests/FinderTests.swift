import Testing

@testable import Mutations

/// Each kind of mutation, by what it offers for a line of source.
struct FinderTests {
    private static let enums = EnumCases(of: ["enum Colour { case red, green; case mixed(Int) }"])

    private func offered(_ body: String, in head: String = "func f(_ x: Int)") -> [String] {
        Finder.mutations(of: "\(head) {\n\(body)\n}", enums: Self.enums)
            .map { "\($0.kind.rawValue): \($0.original) -> \($0.mutated)" }
    }

    private func offered(_ kind: Mutation.Kind, _ body: String, in head: String = "func f(_ x: Int)") -> [String] {
        offered(body, in: head).filter { $0.hasPrefix(kind.rawValue + ":") }.map {
            String($0.dropFirst(kind.rawValue.count + 2))
        }
    }

    @Test(arguments: [
        (Mutation.Kind.guardRemoved, "guard try await ready(x), let y else { return }", ["ready(x) -> true"]),
        (.operandRemoved, "let y = a && b && c", ["a -> true", "b -> true", "c -> true"]),
        (.operandRemoved, "let y = a || b", ["a -> false", "b -> false"]),
        (.operandRemoved, "if a, let y, b {}", ["a -> true", "b -> true"]),
        (.conditionNegated, "if a {}; while !b {}; let y = c ? 1 : 2", ["a -> !a", "!b -> b", "c -> !c"]),
        (.comparisonNegated, "let y = x < 3", ["x < 3 -> x >= 3"]),
        (
            .boundaryChanged, "let y = (x < 3, x > 4, x <= 5, x >= 6)",
            ["x < 3 -> x <= 3", "x > 4 -> x >= 4", "x <= 5 -> x < 5", "x >= 6 -> x > 6"]
        ),
        (.constantHalved, "let y = 10 + 0", ["10 -> 5"]),
        (.constantDoubled, "let y = 10 + 0", ["10 -> 20", "0 -> 1"]),
        (.literalNegated, "let y = true", ["true -> false"]),
        (
            .statementDeleted, "x.f(); a += 1; b = 2; let c = g(); return",
            ["x.f() -> ", "a += 1 -> ", "b = 2 -> ", "return -> "]
        ),
        (.argumentsSwapped, "g(a, b.c, 3)", ["g(… a, b.c …) -> b.c, a"]),
        (.caseReplaced, "let y = [Colour.red, .green]", ["Colour.red -> Colour.green", ".green -> .red"]),
    ]) func `each kind offers what its name says`(kind: Mutation.Kind, body: String, expected: [String]) {
        #expect(offered(kind, body).sorted() == expected.sorted())
    }

    @Test(arguments: [
        "switch x { case 3: break; case .red: break; default: break }",
        "precondition(x < 3)", "log.info(\"text\", x)", "names.reserveCapacity(10)", "assert(x == 2 && true)",
        "if case .green = y {}", "let y = min(a, b)", "for x in y { do { let z = try g() } catch { continue } }",
    ]) func `nothing is offered where a switch cannot stand or no test can look`(body: String) {
        #expect(offered(body).isEmpty)
    }

    @Test(arguments: [
        "let y = names.map { g($0) }", "let y = switch x { case 1: g(); default: h() }",
        "return if a { g() } else { h() }",
        "guard a else { return }", "let y = names.map { if a { g() } else if b { h() } else { i() } }",
    ]) func `a value, and what leaves the body of a guard, is not deleted`(body: String) {
        #expect(offered(.statementDeleted, body) == [])
    }

    @Test(arguments: [
        ("if a { g() } else { h(); return }", 3), ("switch x { case 1: g(); default: h() }", 2), ("lock { $0 = 1 }", 2),
        ("for x in y { if x.isEmpty { continue }; g() }", 2),
    ]) func `a statement of a branch or of a closure is deleted`(body: String, count: Int) {
        #expect(offered(.statementDeleted, body).count == count)
    }

    @Test func `the value of a function and the assignments of an initialiser are not deleted`() {
        #expect(offered(.statementDeleted, "g()", in: "func f() -> Int") == [])
        #expect(offered(.statementDeleted, "self.x = x", in: "init(x: Int)") == [])
        #expect(offered(.statementDeleted, "g()", in: "func f()") == ["g() -> "])
    }

    @Test func `a raw value is not offered`() {
        #expect(Finder.mutations(of: "enum E: Int { case a = 3 }", enums: Self.enums).isEmpty)
    }

    @Test func `the hash of a function ignores comments and white space, and sees every other change`() throws {
        func hash(_ text: String) throws -> String {
            try #require(Finder.mutations(of: text, enums: Self.enums).first).functionHash
        }
        let one = try hash("struct S { func f() { g(1) } ; func h() {} }")
        #expect(try hash("struct S { /* A comment. */ func f() {\n  g( 1 )\n} ; func h() { i() } }") == one)
        #expect(try hash("struct S { func f() { g(2) } ; func h() {} }") != one)
    }

    @Test func `mutations of one function that read the same are numbered`() {
        let found = Finder.mutations(of: "func f() { g(1); g(1) }", enums: Self.enums).filter {
            $0.kind == .constantHalved
        }
        #expect(found.map(\.ordinal) == [1, 2])
        #expect(found.map(\.function) == ["f()", "f()"])
    }
}
