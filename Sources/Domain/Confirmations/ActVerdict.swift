public import Primitives

/// The decision of ``ConfirmationRule`` about an act.
public enum ActVerdict: Hashable, Sendable {
    /// The act takes effect at once.
    case takesEffect
    /// The other devices are suspended: their sessions end, and their admissions are withdrawn after
    /// ``ConfirmationRule/delay``.
    case suspends
    /// The act has no effect.
    case refused(ActRefusal)
}

/// The reason why an act has no effect.
public enum ActRefusal: Hashable, Sendable {
    /// The act needs a confirmation, and none was given.
    case confirmationRequired
    /// A hold refuses what is not confirmed by a secret of the person's own until this moment.
    case held(until: Instant)
    /// The secret confirms nothing before this moment.
    case tooNew(until: Instant)
}
