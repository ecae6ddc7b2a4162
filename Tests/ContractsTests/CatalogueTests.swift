import Contracts
import JSONRPC
import StrictJSON
import Testing

/// What every contract owes its reader, checked over the whole catalogue.
struct CatalogueTests {
    static let all: [MethodFacts] = {
        var seen: Set<String> = []
        return (Catalogue.auth + Catalogue.vault).map { MethodFacts(erased: $0) }.filter {
            seen.insert($0.name).inserted
        }
    }()

    @Test(arguments: all.map(\.name))
    func `a method's example keeps its own bounds and comes back the same`(name: String) throws {
        let facts = try #require(Self.all.first { $0.name == name })
        let (params, answer) = facts.example()
        try facts.params.check(params)
        try facts.answer.check(answer)
        #expect(try JSON(parsing: params.encoded()) == params)
    }

    @Test func `fault names are unique and no two of ours share a code`() {
        let rows = FaultTable.rows
        #expect(Set(rows.map(\.name)).count == rows.count)
        let ours = rows.filter { $0.code > 0 }
        #expect(Set(ours.map(\.code)).count == ours.count)
        #expect(rows.allSatisfy { FaultTable.named($0.name) == $0 })
    }

    @Test(arguments: [
        ("ofTokens", FaultKind.ofTokens, 1000...1099), ("ofCodes", FaultKind.ofCodes, 1100...1199),
        ("ofRegistration", FaultKind.ofRegistration, 1300...1399), ("ofApproval", FaultKind.ofApproval, 1400...1499),
        ("ofDevices", FaultKind.ofDevices, 1500...1599), ("ofTheVault", FaultKind.ofTheVault, 2000...2099),
        ("ofTheService", FaultKind.ofTheService, 9000...9099),
    ])
    func `each family keeps to its hundred`(family: String, rows: [FaultKind], codes: ClosedRange<Int>) {
        #expect(rows.allSatisfy { codes.contains($0.code) }, "\(family)")
    }

    @Test func `only faults about tokens are a 401`() {
        #expect(
            Set(FaultTable.rows.filter(\.isUnauthorized).map(\.name)).isSubset(of: Set(FaultKind.ofTokens.map(\.name))))
        let notPositive = [
            "proofRefused", "scopeMissing", "callRefused", "unavailable", "waitingForApproval", "blocked",
        ]
        #expect(FaultTable.rows.filter { notPositive.contains($0.name) }.allSatisfy { !$0.isUnauthorized })
    }

    @Test func `every declared fault is a row of the table`() {
        for facts in Self.all {
            for kind in facts.faults { #expect(FaultTable.named(kind.name) == kind, "\(facts.name): \(kind.name)") }
            #expect(Set(facts.faults).count == facts.faults.count, "\(facts.name) names a fault twice")
        }
    }

    @Test func `every text is a sentence`() {
        for facts in Self.all {
            #expect(facts.summary.hasSuffix("."), "\(facts.name)")
            #expect(facts.explanation.hasSuffix("."), "\(facts.name)")
            for member in facts.params.members + facts.answer.members {
                #expect(!member.field.text.isEmpty, "\(facts.name).\(member.name)")
            }
        }
    }

    @Test func `what authenticates is refused in a batch`() {
        let outside = Self.all.filter { $0.listeners.contains(.public) && $0.credential == .deviceProof }
        #expect(!outside.isEmpty)
        #expect(outside.allSatisfy { !$0.isAllowedInBatch })
    }
}
