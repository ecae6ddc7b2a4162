import ArgumentParser
import Primitives

/// The options that name one person.
struct PersonOptions: ParsableArguments {
    @Option(help: "The person's phone number, with country code.")
    var phone: String?

    @Option(help: "The person's account, instead of the number.")
    var account: String?

    mutating func validate() throws {
        guard (phone == nil) != (account == nil) else { throw ValidationError("give --phone or --account") }
        guard account == nil || accountID != nil else { throw ValidationError("--account must be an account's id") }
    }

    var accountID: AccountID? { account.flatMap { AccountID($0) } }
}
