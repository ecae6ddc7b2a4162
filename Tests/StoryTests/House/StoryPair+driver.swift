import Contracts
import Cryptography
import DPoP
import Domain
import JSONRPC
import LatchkeyDevice
import Primitives
import SQL
import StoreSupport
import Stories
import StrictJSON
import Support

extension StoryPair {
    /// A driver whose devices are values here, each with its own key and store.
    var driver: InProcessDriver {
        InProcessDriver(
            .init(
                device: device, auth: InProcessConnection(to: authRouter), vault: InProcessConnection(to: vaultRouter),
                operate: operate,
                code: { phone in
                    try await settle()
                    return inbox.code(for: phone)
                },
                pause: pass, vaultRows: vaultRows,
                independentCode: { entry, moment in
                    var question = entry
                    question["atMs"] = .string("\(moment.ms)")
                    return try Oracle.totp(JSON.object(question).text)
                }),
            steady: clock.steady, wall: clock.wall, random: random)
    }

    private func device(_ phone: Story.Phone) async throws -> Device {
        let store = try await LocalStore.open(
            path: "\(folder)/\(phone.name).sqlite", platformKey: .generate(random), random: random)
        return Device(
            name: phone.title, auth: InProcessConnection(to: authRouter), authURL: Self.address,
            vault: InProcessConnection(to: vaultRouter), key: .generate(random), store: store, clock: clock.wall,
            random: random)
    }

    /// What `latchkey-auth`'s command line does over the operations socket.
    private func operate(_ command: String, _ given: JSONObject) async throws -> JSONObject {
        let socket = InProcessConnection(to: authRouter, at: .operations)
        var person: PendingPerson?
        for status in [nil, .approvedForSyncing, .disapprovedForSyncing] as [ApprovalStatus?] where person == nil {
            person = try await socket.call(
                ApprovalPending.self, .init(status: status, phone: given["phone"]?.string)
            ).people.first
        }
        guard let person else { return ["fault": "userUnknown"] }
        let answer: JSONObject
        switch command {
        case "approve", "disapprove":
            answer = await bare(
                ApprovalDecide.self,
                .init(
                    accountId: person.accountId, version: person.version,
                    status: command == "approve" ? .approvedForSyncing : .disapprovedForSyncing,
                    reason: given["reason"]?.string, requestId: random.id()), socket)
        case "explain": answer = await bare(ApprovalExplain.self, .init(accountId: person.accountId), socket)
        default: throw StoryStuck("the operator cannot \(command)")
        }
        return answer["result"]?.object ?? answer
    }

    private func bare<M: Method>(_ method: M.Type, _ params: M.Params, _ socket: InProcessConnection) async
        -> JSONObject
    {
        do {
            return BareAnswer.object(try await socket.send(RequestWriter.body(M.name, params), headers: []))
        } catch {
            return ["fault": .string("\(error)")]
        }
    }

    private func vaultRows(of account: String) async throws -> JSONObject {
        guard let id = AccountID(account) else { throw StoryStuck("no account \(account)") }
        let tables = try await vaultDatabase.tables(with: "account")
        return try await vaultDatabase.read { transaction in
            var rows: JSONObject = [:]
            for table in tables {
                let count = try transaction.run(
                    Statement("SELECT COUNT(*) FROM \(table) WHERE account = $1", .bytes(id.bytes)))
                rows[table] = .number(JSONNumber(try count.first?.int(0) ?? 0))
            }
            return rows
        }
    }
}
