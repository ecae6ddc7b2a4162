import Primitives

/// A call met an account that was last brought to an older generation than the one in force. The account's epoch has to
/// end before the call can be answered.
struct OutdatedHead: Error {}

/// A cursor of the epoch in force is above the account's head. The store assigned its number once, so acknowledged changes
/// were lost: a new generation has to begin.
struct LostHistory: Error {
    let cursor: PullCursor
}
