import AuthStore
import Primitives
import SQL

extension World {
    /// Reads a service's tables without disturbing it; nil if they cannot be read now.
    func look<T>(at service: ServiceName, _ read: (any Database) async throws -> T) async -> T? {
        guard let tables = engine.tables(of: service) else { return nil }
        let disks = instances(of: service).map(\.host.disk)
        for disk in disks { disk.pauseFaults(true) }
        defer { for disk in disks { disk.pauseFaults(false) } }
        return try? await read(tables)
    }

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
        let rows = await look(at: .auth) {
            try await $0.select(Statement("SELECT 1 FROM account WHERE id = $1", .identifier(account)))
        }
        return rows?.isEmpty == false
    }
}
