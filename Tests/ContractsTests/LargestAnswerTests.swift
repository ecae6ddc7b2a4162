import Contracts
import JSONRPC
import Primitives
import StrictJSON
import Testing

/// No method can have an answer that is larger than the budget of an HTTP answer, so that no valid call is refused with
/// `answerTooLarge`.
///
/// The largest answer follows from the bounds in the contract. The bodies of items are counted separately, because the
/// vault limits their sum: one page of them is at most 1 MiB, and one item more where a page has to make progress. The
/// tests of the vault show that it keeps this limit.
@Suite struct LargestAnswerTests {
    private static let bodies = 1 << 20 + 64 << 10

    @Test(arguments: CatalogueTests.all.map(\.name))
    func `the largest answer of a method is within the budget`(name: String) throws {
        let facts = try #require(CatalogueTests.all.first { $0.name == name })
        let (size, hasBodies) = Self.largest(facts.answer)
        #expect(size + (hasBodies ? Self.bodies : 0) <= Router.answerBudget)
    }

    @Test func `the methods with bodies in their answers are known`() {
        let methods = CatalogueTests.all.filter { Self.largest($0.answer).hasBodies }.map(\.name)
        #expect(Set(methods) == ["vault.pull", "vault.push", "vault.sync", "vault.history", "secret.list"])
    }

    @Test func `the size of an answer with values of the largest size is exact for an ended epoch`() {
        let text = #"{"epoch":"00000000-0000-0000-0000-000000000000","end":"-9223372036854775808",}"#
        #expect(Self.largest(Schema(of: FormerEpoch.self)).size == text.utf8.count)
    }

    /// The most bytes of a value of the shape without the bodies of items, and whether it has such bodies.
    private static func largest(_ schema: Schema, _ bounds: Field.Bounds? = nil) -> (size: Int, hasBodies: Bool) {
        switch schema {
        case .object(let members, _):
            let values = members.map { member in
                let value = largest(member.schema, member.field.bounds)
                // The quotation marks, the colon and the comma.
                return (size: value.size + member.name.utf8.count + 4, hasBodies: value.hasBodies)
            }
            return (2 + values.reduce(0) { $0 + $1.size }, values.contains(where: \.hasBodies))
        case .array(let item):
            guard case .items(let range)? = bounds else { return largest(.array(item), .items(0...assumedItems)) }
            let one = largest(item)
            return (2 + range.upperBound * (one.size + 1), one.hasBodies)
        case .leaf(let json, _): return largest(leaf: json, bounds)
        }
    }

    /// Lists and texts without a bound contain the service's own words: scopes, features, names of states.
    private static let assumedItems = 64
    private static let assumedBytes = 64

    private static func largest(leaf json: JSONObject, _ bounds: Field.Bounds?) -> (size: Int, hasBodies: Bool) {
        let json = JSON.object(json)
        switch (json["type"]?.string, json["pattern"]?.string, bounds) {
        case ("object", _, _): return (0, true)
        case ("integer", _, _), ("boolean", _, _): return (20, false)
        case (_, Instant.schema["pattern"]?.string, _): return (22, false)
        // A scalar that has to be escaped takes six bytes.
        case (_, _, .length(let range)): return (2 + 6 * range.upperBound, false)
        default:
            if json["format"]?.string == "uuid" { return (38, false) }
            return (2 + (json["maxLength"]?.number?.integer() ?? assumedBytes), false)
        }
    }
}
