public import Domain
public import JSONRPC
public import Primitives

public enum UserImport: Method {
    public static let name = "user.import"
    public static let summary = "Makes the accounts of at most 100 people, who then log in with a code."
    public static let explanation =
        "Each person is handled alone: one that cannot be imported stops nobody else, and the results are in the order of the list. An "
        + "account that a number has is never changed, so a list can be imported again. The first device that proves the number is "
        + "admitted, as after a registration."
    public static let credential = Credential.administrator

    public struct Person: WireObject {
        public var phone: String
        public var group: String
        public var isApproved: Bool?
        public enum CodingKeys: String, CodingKey { case phone, group, isApproved }

        public init(phone: String, group: String, isApproved: Bool? = nil) {
            (self.phone, self.group, self.isApproved) = (phone, group, isApproved)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .phone: Field("The phone number, with the country's code", .length(0...100))
            case .group: Field("The name of the facility group", .length(0...100))
            case .isApproved:
                Field(
                    "True to approve the person for syncing; otherwise an operator decides, unless the group approves")
            }
        }
    }

    public struct Params: WireObject {
        public var people: [Person]
        public var isDryRun: Bool?
        public var reason: String?
        public enum CodingKeys: String, CodingKey { case people, isDryRun, reason }

        public init(people: [Person], isDryRun: Bool? = nil, reason: String? = nil) {
            (self.people, self.isDryRun, self.reason) = (people, isDryRun, reason)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .people: Field("The people", .items(1...100))
            case .isDryRun: Field("True to answer what would happen, and change nothing")
            case .reason: .decisionReason
            }
        }
    }

    public struct Answer: WireObject {
        public var results: [Open<ImportOutcome>]
        public enum CodingKeys: String, CodingKey { case results }

        public init(results: [Open<ImportOutcome>]) { self.results = results }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .results: Field("What became of each person, in the order of the list", .items(0...100))
            }
        }
    }

    public static let example = (
        params: Params(people: [Person(phone: Sample.phone, group: "fieldwork", isApproved: true)]),
        answer: Answer(results: [Open(.created)])
    )
}
