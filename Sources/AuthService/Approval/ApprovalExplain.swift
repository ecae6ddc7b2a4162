import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Answers why a person can or cannot sync, in sentences that an operator can read to them.
    func approvalExplain(_ call: Call<ApprovalExplain, OperatorIdentity>) async throws -> ApprovalExplain.Answer {
        guard let facts = try await store.syncFacts(of: call.params.accountId, at: now) else {
            throw Fault(.userUnknown)
        }
        guard try await store.maySee(call.caller.actor, about: facts.account) else { throw Fault(.notYourGroup) }
        let obstacles = obstacles(facts)
        return ApprovalExplain.Answer(
            accountId: facts.account.id, canSync: obstacles.isEmpty, status: facts.account.approval,
            because: obstacles.isEmpty ? ["Approved, and logged in on a device that was let in."] : obstacles)
    }

    /// What a login that has not reached the level `full` waits for.
    private static let unfinishedLogins: [(level: SessionLevel, sentence: String)] = [
        (.unproven, "A new device waits to be admitted from one that is already in."),
        (.pinRequired, "The person has to enter the PIN on the device that is logging in, or to make one."),
        (.preTFA, "The person has to pass the second factor on the device that is logging in, or set one up."),
    ]

    /// The reasons why the person cannot sync, the most basic first.
    private func obstacles(_ facts: SyncFacts) -> [String] {
        var obstacles: [String] = []
        if facts.account.state == .blocked {
            obstacles.append("The account is blocked after too many failed logins; the person has to register again.")
        }
        switch facts.account.approval {
        case .approvedForSyncing: break
        case .waitingForApproval where facts.hasRequestedPIN:
            obstacles.append("The person has forgotten the PIN, and the new one has not taken effect yet.")
        case .waitingForApproval where facts.account.role == .child:
            obstacles.append(ChildObstacles.withoutApprovedParent(facts.parents))
        case .waitingForApproval: obstacles.append("No operator of \(facts.group.name) has decided yet.")
        case .disapprovedForSyncing:
            obstacles.append("An operator disapproved: \(facts.account.approvalReason ?? "without a reason").")
        }
        let levels = Set(facts.sessions.compactMap { liveLevel(of: $0, of: facts.account) })
        if levels.contains(.full) { return obstacles }
        if let child = facts.child { return obstacles + ChildObstacles.sentences(about: child) }
        if levels.isEmpty {
            obstacles.append("The person is not logged in on any device.")
            if let ended = facts.lastEnded { obstacles.append(sentence(ended)) }
        }
        obstacles += Self.unfinishedLogins.filter { levels.contains($0.level) }.map(\.sentence)
        if facts.hasOpenChallenge { obstacles.append("A code was sent and has not been entered.") }
        if let until = facts.codeWaitUntil {
            // The minute in which the wait is over is the one to name.
            let end = (until + .milliseconds(59_999)).minuteWords
            obstacles.append("A device has to wait until \(end) after wrong codes: an operator can lift the wait.")
        }
        if let until = facts.heldUntil {
            obstacles.append(
                "A device is suspended until \(until.minuteWords), and is removed then: a recovery code stops this.")
        }
        return obstacles
    }

    private func sentence(_ end: SessionEnd) -> String {
        switch end {
        case .sessionRevoked: "The last session was ended on purpose."
        case .loggedInElsewhere: "The last session ended because of a login on another device."
        case .movedFacilityGroup: "The last session ended because the person was moved to another group."
        case .deviceRevoked: "The last device's access was ended on purpose."
        case .refreshReused: "The last session ended because its token was used twice."
        case .pinReset: "The last session ended because the PIN was reset."
        case .accountDeleted: "The account was deleted."
        case .blocked: "The account is blocked after too many failed logins."
        case .sessionExpired: "The last session expired."
        case .loginRequired: "The last session is no longer valid, and the person has to log in again."
        }
    }
}
