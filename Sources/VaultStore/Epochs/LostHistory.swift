/// A device presented a cursor of the epoch in force whose sequence number is above the account's head.
///
/// Cursors are authenticated, so the store assigned that number to a change and acknowledged it. The database has lost
/// the change, and a new generation has to begin.
struct LostHistory: Error {
    let cursor: PullCursor
}
