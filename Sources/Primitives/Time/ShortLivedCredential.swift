/// The difference between the clocks of two hosts.
public enum ClockSkew {
    /// The largest difference at which hosts work together: times that one has written are then accepted by the other,
    /// and a host's clock counts as right.
    public static let allowed = Duration.seconds(30)
}

/// What proves a single call or a few minutes of calls: access tokens, and the nonces of request proofs.
public enum ShortLivedCredential {
    /// The longest time from its making to its expiry.
    public static let longestLife = Duration.seconds(300)

    /// The time from its making after which no host accepts it any more, whatever the allowed difference of the clocks.
    public static let acceptedFor = longestLife + ClockSkew.allowed
}
