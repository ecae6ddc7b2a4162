import AuthStore
import Primitives
import SQL

extension World {
    /// Waits for the code of a text message, at most 5 s.
    func code(for person: Person) async -> String? {
        for _ in 0..<25 {
            if let code = inbox.takeCode(for: person.phone) { return code }
            try? await executor.sleep(.milliseconds(200))
        }
        return nil
    }

    /// True if auth has an account for the person's number, as far as the simulation can see.
    func knowsAccount(of person: Person) async -> Bool {
        guard let account = person.account else { return false }
        return await authHas(account)
    }

    /// True if auth runs and has the account.
    func authHas(_ account: AccountID) async -> Bool {
        guard let process = auth.process, auth.isRunning else { return false }
        auth.host.disk.pauseFaults(true)
        defer { auth.host.disk.pauseFaults(false) }
        let rows = try? await process.database.select(
            Statement("SELECT 1 FROM account WHERE id = $1", .identifier(account)))
        return rows?.isEmpty == false
    }
}
