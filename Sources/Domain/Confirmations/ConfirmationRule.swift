public import Primitives

/// Decides whether an act on an account takes effect at once, suspends a device, or is refused. A PIN and a second
/// factor confirm acts as a recovery code does.
///
/// A thief of an unlocked device has a session, and often the number's SIM card as well. What these two confirm against
/// another device, and new recovery codes, are therefore not final before ``delay`` has passed; what a secret confirms that
/// the thief does not have is. The deletion of the account is the exception: one confirmed call deletes. A hold refuses it,
/// and so does the time after one, in which the owner is known to have come back.
public enum ConfirmationRule {
    /// The time in which the owner can stop what a message alone has confirmed.
    public static let delay = Duration.hours(72)

    /// The time after the account was made in which its first recovery codes, its first PIN and its second factor need no
    /// confirmation: the account has nothing to protect yet.
    public static let registrationTime = Duration.minutes(10)

    /// The verdict on an act.
    public static func verdict(
        on act: ConfirmedAct, confirmedBy confirmation: ActConfirmation, during hold: HoldState, at now: Instant
    ) -> ActVerdict {
        switch confirmation {
        case .administrator: return .takesEffect
        case .ownSecret(let start):
            if now >= start { return .takesEffect }
            // A secret that does not confirm acts yet may be replaced by one that does not either, or be removed, except
            // during a hold.
            guard act == .changeSecret else { return .refused(.tooNew(until: start)) }
            if case .open = hold { return .refused(.tooNew(until: start)) }
            return .takesEffect
        case .none, .message: break
        }
        switch (hold, act) {
        case (_, .admitItself), (_, .changeSecret): return .refused(.confirmationRequired)
        case (.open(let until), _): return .refused(.held(until: until))
        case (_, .inviteToFamily): return .refused(.confirmationRequired)
        case (.settled(let until), .removeDevice), (.settled(let until), .changeNumber),
            (.settled(let until), .deleteAccount):
            return .refused(.held(until: until))
        case (.none, .removeDevice): return confirmation == .message ? .suspends : .refused(.confirmationRequired)
        case (_, .makeSecret), (.none, .changeNumber), (.none, .deleteAccount):
            return confirmation == .message ? .takesEffect : .refused(.confirmationRequired)
        case (_, .admitDevice), (_, .makeFirstSecret): return .takesEffect
        }
    }

    /// The moment from which a new secret confirms acts. One that is made at registration or confirmed by an older one
    /// counts at once; one that a message has confirmed counts after ``delay``. A PIN that takes the place of another one
    /// counts from the same moment as that one.
    public static func secretCounts(
        madeAt now: Instant, by confirmation: ActConfirmation, for act: ConfirmedAct
    ) -> Instant {
        switch (confirmation, act) {
        case (.ownSecret(let start), .changeSecret): start
        case (.ownSecret, _), (.administrator, _), (_, .makeFirstSecret): now
        case (.none, _), (.message, _): now + delay
        }
    }

    /// The act of making recovery codes, a PIN or a second factor.
    /// - Parameters:
    ///   - registered: the time at which the account was made.
    ///   - hasHadOne: true if the account has or had a secret of this kind.
    public static func secretAct(registered: Instant, hasHadOne: Bool, at now: Instant) -> ConfirmedAct {
        !hasHadOne && now < registered + registrationTime ? .makeFirstSecret : .makeSecret
    }
}
