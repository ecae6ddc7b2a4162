import Domain
import Primitives
import Synchronization

/// A request to log out or to delete the account, from before it is sent until it is known whether it took effect.
///
/// After a lost answer a later refusal may be the effect of this request, and the person's choice is then followed.
struct Departure: Sendable, Hashable {
    let choice: SecretChoice
    /// True for a request to delete the account.
    let deletesAccount: Bool
    /// The time at which it was sent.
    let sentAt: Instant

    /// The longest time after which the request may still reach auth. One HTTP request may take 120 s, and one request
    /// of a person takes up to six: the call, the refresh of its tokens and the call again, each repeated once with a
    /// fresh proof. A call to auth that begins later and succeeds shows that the request has had no effect.
    static let longestDelay = Duration.seconds(6 * 120)

    func isRefuted(byCallBegunAt began: Instant) -> Bool { began >= sentAt + Self.longestDelay }
}

extension Profile {
    /// The request whose effect is unknown; nil if there is none.
    var departure: Departure? {
        get {
            departureChoice.map { choice in
                Departure(
                    choice: choice, deletesAccount: departureDeletesAccount ?? true,
                    sentAt: departureSentAt ?? Instant(ms: 0))
            }
        }
        set {
            departureChoice = newValue?.choice
            departureDeletesAccount = newValue?.deletesAccount
            departureSentAt = newValue?.sentAt
        }
    }
}

extension Profile {
    /// True while the effect of a request to leave is unknown whose person keeps the entries. They are then under the
    /// platform key alone: if the request took effect, auth may have no share any more.
    var keepsEntriesAtDeparture: Bool { departureChoice == .keep }
}

extension StoreTransaction {
    /// Settles the choice of a request to leave whose effect is unknown.
    ///
    /// If another account signs in, the choice is followed first. If the session is unproven, the choice to delete is noted
    /// until the account is known, then followed for another account and dropped for the same, because the request may have
    /// had no effect. If the vault said that it may have lost versions, the choice is followed at once, and removes nothing.
    ///
    /// - Parameter next: the account that signs in; nil for an unproven session.
    mutating func settleDeparture(before next: AccountID?) throws {
        if let departure = profile.departure {
            let mayHaveLostVersions = profile.completePull?.mayShowLostVersions ?? false
            if next == nil, departure.choice == .delete, !mayHaveLostVersions, let account = profile.accountId {
                profile.pendingDelete = account
                profile.departure = nil
                return
            }
            try apply(.ownRequestTookEffect(departure.choice), reason: "")
        }
        guard let next, let account = profile.pendingDelete else { return }
        if account != next {
            profile.accountId = account
            try apply(.ownRequestTookEffect(.delete), reason: "")
        }
        profile.pendingDelete = nil
    }
}

/// The requests to log out or to delete the account whose answers this process waits for. They are in memory only: after
/// a restart of the app none is awaited.
final class AwaitedRequests: Sendable {
    private let requests = Mutex<[Departure]>([])

    func begin(_ departure: Departure) { requests.withLock { $0.append(departure) } }

    func end(_ departure: Departure) {
        requests.withLock { list in
            if let index = list.firstIndex(of: departure) { list.remove(at: index) }
        }
    }

    /// True while the answer of the request is awaited.
    func contains(_ departure: Departure) -> Bool { requests.withLock { $0.contains(departure) } }

    /// True if a refusal that says that the account is deleted counts as what the person asked for. A logout deletes no
    /// account; its choice is followed only while the person waits for it.
    func expectsDeletedAccount(_ departure: Departure) -> Bool {
        departure.deletesAccount || contains(departure)
    }
}
