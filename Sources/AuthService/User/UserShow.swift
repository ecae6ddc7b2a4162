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
        let live = details.sessions.filter { liveLevel(of: $0, of: account) != nil }
        let signedIn = Set(live.filter { $0.level != .unproven }.map(\.device))
        let names = Dictionary(devices.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        return UserShow.Answer(
            accountId: account.id, phone: maskedPhone(of: account), kind: Open(account.role), state: account.state,
            group: account.group, approval: account.approval, approvalReason: account.approvalReason,
            version: Int(account.approvalVersion), hasRequestedPin: details.hasRequestedPIN,
            createdAtMs: account.created,
            devices: devices.prefix(500).map {
                view(
                    of: $0, isAdmitted: devices.holdsAdmission(of: $0, lapse: settings.admissionLapse, at: now),
                    isSignedIn: signedIn.contains($0.id), heldUntil: details.heldUntil)
            },
            waiting: live.filter { $0.level == .unproven }.prefix(100).map {
                WaitingSession(
                    sessionId: $0.id, deviceId: $0.device, deviceName: names[$0.device] ?? "", sinceMs: $0.created)
            },
            decisions: try await views(of: details.decisions, for: actor), family: details.family.map(view))
    }

    private func view(of family: FamilyOfPerson) -> PersonFamily {
        PersonFamily(
            name: family.child?.name, access: family.child?.state,
            parents: family.parents.map {
                ChildParent(
                    accountId: $0.account.id, phone: $0.isVisible ? maskedPhone(of: $0.account) : "",
                    sinceMs: $0.since)
            },
            invites: family.child.map(openInvites) ?? [],
            children: family.children.map {
                PersonChild(
                    childId: $0.account.id, name: $0.name, access: $0.state, approval: $0.account.approval,
                    parents: $0.parents.count, deviceName: $0.device?.name, invites: openInvites($0))
            })
    }

    private func openInvites(_ child: ChildDetails) -> [OpenInvite] {
        child.invites.map { OpenInvite(purpose: $0.purpose, kind: $0.kind, expiresAtMs: $0.expires) }
    }
}
