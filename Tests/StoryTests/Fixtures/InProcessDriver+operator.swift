import Contracts
import DeviceCommands
import Domain
import JSONRPC
import PairSupport
import Primitives
import SQL
import StoreSupport
import Stories
import StrictJSON

extension InProcessDriver {
    /// Runs an operator's command for a person, as the command line of `latchkey-auth` does over the administration
    /// socket.
    func operate(_ command: String, _ arguments: JSONObject) async throws -> JSONObject {
        let socket = InProcessConnection(to: pair.authRouter, at: .administration)
        var person: PendingPerson?
        for status in [nil, .approvedForSyncing, .disapprovedForSyncing] as [ApprovalStatus?] where person == nil {
            person = try await socket.call(
                ApprovalPending.self, .init(status: status, phone: arguments["phone"]?.string)
            ).people.first
        }
        guard let person else { return ["fault": "userUnknown"] }
        let answer: JSONObject
        switch command {
        case "approve", "disapprove":
            answer = await rawCall(
                ApprovalDecide.self,
                .init(
                    accountId: person.accountId, version: person.version,
                    status: command == "approve" ? .approvedForSyncing : .disapprovedForSyncing,
                    reason: arguments["reason"]?.string, requestId: random.id()), socket)
        case "explain": answer = await rawCall(ApprovalExplain.self, .init(accountId: person.accountId), socket)
        default: throw StoryError("the operator cannot \(command)")
        }
        return answer["result"]?.object ?? answer
    }

    func administer(_ command: AdministratorCommand, _ arguments: JSONObject) async throws -> JSONObject {
        let socket = InProcessConnection(to: pair.authRouter, at: .administration)
        let phone = arguments["phone"]?.string
        let answer =
            switch command {
            case .showUser: await rawCall(UserShow.self, .init(phone: phone), socket)
            case .deleteUser:
                await rawCall(UserDelete.self, .init(phone: phone, reason: arguments["reason"]?.string), socket)
            case .endSessions:
                await rawCall(UserEndSessions.self, .init(phone: phone, reason: arguments["reason"]?.string), socket)
            case .moveGroup: try await move(arguments, socket)
            case .createGroup: try await rawCall(GroupCreate.self, Self.policies(arguments), socket)
            }
        try await pair.settle()
        return answer["result"]?.object ?? answer
    }

    /// Moves a person to another group, as the command of the administrator does.
    private func move(_ arguments: JSONObject, _ socket: InProcessConnection) async throws -> JSONObject {
        guard let group = arguments["group"]?.string.flatMap(GroupID.init(rawValue:)) else {
            throw StoryError("“user move-group” needs a group")
        }
        let found = try await socket.call(UserShow.self, .init(phone: arguments["phone"]?.string))
        return await rawCall(
            UserMoveGroup.self,
            .init(
                accountId: found.accountId, version: found.version, group: group,
                reason: arguments["reason"]?.string), socket)
    }

    /// The policies of a group that the administrator creates.
    private static func policies(_ arguments: JSONObject) throws -> GroupPolicies {
        guard let group = arguments["group"]?.string.flatMap(GroupID.init(rawValue:)) else {
            throw StoryError("“group create” needs a group")
        }
        return GroupPolicies(
            group: group, approval: try policy("approval", arguments), devices: try policy("devices", arguments),
            verification: try policy("verification", arguments), pin: try policy("pin", arguments),
            secondFactor: try policy("secondFactor", arguments))
    }

    private static func policy<Policy: RawRepresentable<String>>(
        _ name: String, _ arguments: JSONObject
    ) throws -> Policy? {
        try arguments[name].map { value in
            guard let policy = value.string.flatMap(Policy.init(rawValue:)) else {
                throw StoryError("\(value.text) is no value of the policy \(name)")
            }
            return policy
        }
    }

    private func rawCall<M: Method>(
        _ method: M.Type, _ params: M.Params, _ socket: InProcessConnection
    ) async -> JSONObject {
        do {
            return RawReply.object(try await socket.send(RequestWriter.body(M.name, params), headers: []))
        } catch {
            return ["fault": .string("\(error)")]
        }
    }

    func vaultRows(of account: String) async throws -> JSONObject {
        guard let id = AccountID(account) else { throw StoryError("no account \(account)") }
        let tables = try await pair.vaultDatabase.tables(with: "account")
        return try await pair.vaultDatabase.read { transaction in
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
