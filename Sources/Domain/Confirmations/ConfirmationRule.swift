public import Primitives

/// Decides whether an act on an account takes effect at once, suspends a device, or is refused. A PIN and a second factor
/// will confirm acts as a recovery code does.
///
/// A thief of an unlocked device has a session, and often the number's SIM card as well. What these two confirm against
/// another device, and new recovery codes, are therefore not final before ``delay`` has passed; what a secret confirms that
/// the thief does not have is. The deletion of the account is the exception: one confirmed call deletes. A hold refuses it,
/// and so does the time after one, in which the owner is known to have come back.
public enum ConfirmationRule {
    /// The time in which the owner can stop what a message alone has confirmed.
    public static let delay = Duration.hours(72)

    /// The time after the account was made in which its first recovery codes need no confirmation: nothing is at stake
    /// yet.
    public static let registrationTime = Duration.minutes(10)

    /// The verdict on an act.
    public static func verdict(
        on act: ConfirmedAct, confirmedBy confirmation: ActConfirmation, during hold: HoldState, at now: Instant
    ) -> ActVerdict {
        switch confirmation {
        case .administrator: return .takesEffect
        case .ownSecret(let start): return now < start ? .refused(.tooNew(until: start)) : .takesEffect
        case .none, .message: break
        }
        switch (hold, act) {
        case (_, .admitItself): return .refused(.confirmationRequired)
        case (.open(let until), _): return .refused(.held(until: until))
        case (.settled(let until), .removeDevice), (.settled(let until), .deleteAccount):
            return .refused(.held(until: until))
        case (.none, .removeDevice): return confirmation == .message ? .suspends : .refused(.confirmationRequired)
        case (_, .replaceCodes), (.none, .deleteAccount):
            return confirmation == .message ? .takesEffect : .refused(.confirmationRequired)
        case (_, .admitDevice), (_, .makeFirstCodes): return .takesEffect
        }
    }

    /// The moment from which a new secret confirms acts. One that is made at registration or confirmed by an older one
    /// counts at once; one that a message has confirmed counts after ``delay``.
    public static func secretCounts(
        madeAt now: Instant, by confirmation: ActConfirmation, for act: ConfirmedAct
    ) -> Instant {
        switch (confirmation, act) {
        case (.ownSecret, _), (.administrator, _), (_, .makeFirstCodes): now
        case (.none, _), (.message, _): now + delay
        }
    }

    /// The act of making recovery codes.
    /// - Parameter hasHadCodes: true if the account has or had recovery codes.
    public static func codesAct(registered: Instant, hasHadCodes: Bool, at now: Instant) -> ConfirmedAct {
        !hasHadCodes && now < registered + registrationTime ? .makeFirstCodes : .replaceCodes
    }
}
