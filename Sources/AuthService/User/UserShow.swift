import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Answers what the administrator and an operator may see of one person: no whole number, no digits, no secret.
    func userShow(_ call: Call<UserShow, OperatorIdentity>) async throws -> UserShow.Answer {
        let actor = call.caller.actor, person = try await person(call.params, for: actor)
        guard let details = try await store.details(of: person.id, by: actor, decisions: 100, at: now) else {
            throw Fault(.userUnknown)
        }
        let account = details.account, devices = details.devices
        let live = details.sessions.filter { !$0.facts(idle: settings.sessionIdleTimeout).isExpired(at: now) }
        let signedIn = Set(live.filter { $0.level != .unproven }.map(\.device))
        let names = Dictionary(devices.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        return UserShow.Answer(
            accountId: account.id, phone: maskedPhone(of: account), kind: Open(account.role), state: account.state,
            group: account.group, approval: account.approval, approvalReason: account.approvalReason,
            version: Int(account.approvalVersion), createdAtMs: account.created,
            devices: devices.prefix(500).map {
                view(
                    of: $0, isAdmitted: devices.holdsAdmission(of: $0, lapse: settings.admissionLapse, at: now),
                    isSignedIn: signedIn.contains($0.id), heldUntil: details.heldUntil)
            },
            waiting: live.filter { $0.level == .unproven }.prefix(100).map {
                WaitingSession(
                    sessionId: $0.id, deviceId: $0.device, deviceName: names[$0.device] ?? "", sinceMs: $0.created)
            },
            decisions: try await views(of: details.decisions))
    }
}
