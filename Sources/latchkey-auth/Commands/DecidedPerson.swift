import ArgumentParser
import Contracts
import Primitives

/// The person about whom a command of `approve` decides or explains.
struct DecidedPerson: ParsableArguments {
    @Argument(help: "The person's phone number, with country code.") var phone: String?
    @Option(help: "The person's account, instead of the number: children have none.") var account: String?

    private var accountID: AccountID? { account.flatMap { AccountID($0) } }

    mutating func validate() throws {
        guard (phone == nil) != (account == nil) else { throw ValidationError("give a phone number or --account") }
        guard account == nil || accountID != nil else { throw ValidationError("--account must be an account's id") }
    }

    /// Finds the person with the version of the record, which a decision repeats.
    func find(_ service: AdministrationSocketOptions) async throws -> PendingPerson {
        let answer = try await service.call(UserFind.self, .init(phone: phone, accountId: accountID))
        guard let person = answer.people.first else {
            throw ValidationError(phone.map { "no account has the number \($0)" } ?? "there is no such account")
        }
        return person
    }
}
