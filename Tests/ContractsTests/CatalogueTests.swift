import Contracts
import JSONRPC
import StrictJSON
import Testing

/// Checks the rules that every contract of the catalogue keeps.
struct CatalogueTests {
    static let all: [MethodFacts] = {
        var seen: Set<String> = []
        return (Catalogue.auth + Catalogue.vault + Catalogue.both).map { MethodFacts(erased: $0) }.filter {
            seen.insert($0.name).inserted
        }
    }()

    @Test(arguments: all.map(\.name))
    func `a method's example is within its bounds, and its params are the same after encoding and parsing`(name: String)
        throws
    {
        let facts = try #require(Self.all.first { $0.name == name })
        let (params, answer) = facts.example()
        try facts.params.check(params)
        try facts.answer.check(answer)
        #expect(try JSON(parsing: params.encoded()) == params)
    }

    @Test func `fault names are unique, and so are the positive codes`() {
        let rows = FaultTable.rows
        #expect(Set(rows.map(\.name)).count == rows.count)
        let ours = rows.filter { $0.code > 0 }
        #expect(Set(ours.map(\.code)).count == ours.count)
        #expect(rows.allSatisfy { FaultTable.named($0.name) == $0 })
    }

    @Test(arguments: [
        ("tokenFaults", FaultKind.tokenFaults, 1000...1099), ("codeFaults", FaultKind.codeFaults, 1100...1199),
        ("registrationFaults", FaultKind.registrationFaults, 1300...1399),
        ("approvalFaults", FaultKind.approvalFaults, 1400...1499),
        ("deviceFaults", FaultKind.deviceFaults, 1500...1599), ("vaultFaults", FaultKind.vaultFaults, 2000...2099),
        ("serviceFaults", FaultKind.serviceFaults, 9000...9099),
    ])
    func `the codes of each family of faults are in its range`(
        family: String, rows: [FaultKind], codes: ClosedRange<Int>
    ) {
        #expect(rows.allSatisfy { codes.contains($0.code) }, "\(family)")
    }

    @Test func `only faults about tokens are HTTP 401`() {
        #expect(
            Set(FaultTable.rows.filter(\.isUnauthorized).map(\.name)).isSubset(
                of: Set(FaultKind.tokenFaults.map(\.name))))
        let uncertain = [
            "proofRefused", "scopeMissing", "callRefused", "unavailable", "waitingForApproval", "blocked",
        ]
        #expect(FaultTable.rows.filter { uncertain.contains($0.name) }.allSatisfy { !$0.isUnauthorized })
    }

    @Test func `every fault that a method declares is in the table`() {
        for facts in Self.all {
            for kind in facts.faults { #expect(FaultTable.named(kind.name) == kind, "\(facts.name): \(kind.name)") }
            #expect(Set(facts.faults).count == facts.faults.count, "\(facts.name) names a fault twice")
        }
    }

    @Test func `every method's summary and explanation end with a period, and every member has a text`() {
        for facts in Self.all {
            #expect(facts.summary.hasSuffix("."), "\(facts.name)")
            #expect(facts.explanation.hasSuffix("."), "\(facts.name)")
            for member in facts.params.members + facts.answer.members {
                #expect(!member.field.text.isEmpty, "\(facts.name).\(member.name)")
            }
        }
    }

    @Test(arguments: [Catalogue.auth, Catalogue.vault, Catalogue.both])
    func `every reference of a document names a type that the document defines`(catalogue: [any Method.Type]) {
        let methods = catalogue.map { MethodFacts(erased: $0) }
        let document = OpenRPC.document(title: "", version: "", methods: methods) { FaultTable.implied(by: $0) }
        let text = JSON.object(document).text
        let schemas = document["components"]?["schemas"]?.object ?? [:]
        let references = Set(text.matches(of: /"\$ref":"#\/components\/schemas\/(\w+)"/).map { String($0.1) })
        #expect(references == Set(schemas.keys))
        #expect(schemas.allSatisfy { $0.value["title"]?.string == $0.key })
    }

    @Test func `the administrator's methods are those of the administration socket alone`() {
        for method in Catalogue.auth + Catalogue.vault + Catalogue.both {
            let isForAdministrator = method.credential == .administrator
            #expect((method.listeners == [.administration]) == isForAdministrator, "\(method.name)")
            let isInBatch = method.isAllowedInBatch
            #expect(!isForAdministrator || !isInBatch, "\(method.name)")
        }
    }

    @Test func `no public method with only a device proof is allowed in a batch`() {
        let outside = Self.all.filter { $0.listeners.contains(.public) && $0.credential == .deviceProof }
        #expect(!outside.isEmpty)
        #expect(outside.allSatisfy { !$0.isAllowedInBatch })
    }
}
