public import Domain
public import Primitives
import SQL

/// A row of `number_change`: the former number of an account, while the change can be undone.
public struct NumberChangeRecord: Sendable, Hashable {
    public let account: AccountID
    let phone: PhoneIndex
    let sealed: Sealed
    /// True if codes to both numbers have confirmed the change; false if a secret of the person's own has.
    let isByMessage: Bool
    public let made: Instant
    /// The moment until which the change can be undone.
    public let expires: Instant

    /// After the database was replaced by an older copy of itself, the change can be undone for the whole time again: the
    /// person may have undone it after the copy was made.
    static let columns = """
        account, phone_index, index_key, phone_sealed, seal_key, by_message, made, \(end)
        """
    static let end = """
        (CASE WHEN expires > \(again) THEN expires ELSE \(again) END)
        """
    private static let again =
        "(SELECT COALESCE(MAX(c.begun_at), 0) + \(ConfirmationRule.delay.ms) FROM older_copy c)"

    init(_ row: Row) throws {
        account = try row.identifier(0)
        phone = PhoneIndex(try row.bytes(1), key: try row.keyNumber(2))
        sealed = Sealed(try row.bytes(3), key: try row.keyNumber(4))
        isByMessage = try row.int(5) == 1
        made = try row.instant(6)
        expires = try row.instant(7)
    }
}

/// The outcome of a change of a number, or of undoing one.
public enum NumberChangeOutcome: Sendable, Hashable {
    /// The number is changed, or changed back.
    /// - Parameter undoableUntil: the moment until which this can be undone; nil if it cannot.
    case changed(undoableUntil: Instant?)
    /// A request with this `requestId` took effect before.
    case replayed(StoredResponse)
    /// The code that proves the new number was used by another call, or replaced, after it was compared. Nothing was written.
    case codeUnusable
    /// The number belongs to another account.
    case numberTaken
    /// The number was changed since it was read. Nothing was written.
    case stateChanged
    /// There is no change that this device may undo.
    case unknown
    /// The session that asked has ended since the call was authenticated.
    case callerEnded(SessionEnd)
}
