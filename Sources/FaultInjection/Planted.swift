/// Every planted fault and every fail point there is, with what it does: the list checkers run through.
///
/// The code names them by these strings; `scripts/check planted` compares both ways.
public enum Planted {
    /// What `LATCHKEY_MUTANT` understands.
    public static let mutants: [(name: String, mistake: String)] = [
        ("standing-waiting-syncs", "A person who waits for approval may sync."),
        ("fate-401-deletes-on-doubt", "A 401 without our body deletes synchronised secrets."),
        ("decision-ignores-base", "An operation on a live item is applied whatever its base is."),
        ("lease-from-answer", "The vault's lease counts from a poll's answer instead of from its sending."),
        ("standing-overtaken-stands", "The vault believes an introspection that an event has overtaken."),
        ("push-forgets-operations", "An operation that was sent before is applied again."),
        ("pull-skips-unreadable", "A secret that cannot be opened is left out of a page."),
        ("purge-keeps-keys", "A purged account's data keys stay."),
        ("refused-write-stays", "What a write did before it threw is committed with the others."),
        ("otp-compare-before-count", "A one-time code is compared before the attempt is counted."),
        ("otp-consume-not-checked", "A one-time code is used up without checking that it is unused."),
        ("refresh-forks", "A spent refresh token makes another successor while its first one is unused."),
        ("told-before-commit", "Writers are told of their commit a moment before it begins."),
        ("outbox-marks-late", "A message is marked as being sent only once it was sent."),
        ("request-forgotten", "A request that took effect is not remembered by its identifier."),
        ("poll-trusts-upkeep", "A poll of the feed leaves out what was committed and has no number yet."),
        ("ended-code-clears-tries", "A challenge that is ended by the next one loses its counted attempts."),
    ]

    /// What `LATCHKEY_FAILPOINT` understands.
    public static let failPoints: [(name: String, place: String)] = [
        ("after-reserve", "An attempt has been counted durably and nothing has been compared yet."),
        ("before-commit", "A batch of writes has run and its commit has not begun."),
        ("after-commit", "A batch of writes is durable and nobody has been told."),
        ("before-numbering", "An event is committed with its effect and the feed does not tell it yet."),
        ("before-send", "A message is marked as being sent and the courier does not have it yet."),
        ("after-send", "The courier has a message and nothing says so yet."),
        ("before-purge-call", "A deletion is marked as being told and the vault has not been called yet."),
        ("after-purge-call", "The vault has answered a deletion and nothing says so yet."),
        ("after-shred", "A purged account's keys are gone and its rows are still there."),
    ]
}
