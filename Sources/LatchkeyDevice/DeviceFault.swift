import Cryptography
public import Interchange
public import JSONRPC
public import PIN
import SQL

/// The reasons why an operation of the device fails.
public enum DeviceFault: Error, Sendable, Hashable {
    /// A service refused the call, was not reached, or gave an answer that cannot be read.
    case call(CallFailure)
    /// The operation needs a session, or a phone number, and none is stored.
    case signedOut
    /// A code was given, but this device has requested none for this purpose.
    case noChallenge
    /// A removal was repeated because its answer was lost. It had taken effect, and the device was admitted again since.
    case deviceAdmittedAgain
    /// A login was confirmed without its code.
    case codeMissing
    /// The session of a child has ended with the former run of the app; the PIN opens another one.
    case childPINNeeded
    /// The device is bound to no child.
    case noChild
    /// The device is a child's, on which nobody else signs in.
    case childDevice
    /// A person is signed in here, so the device does not become a child's.
    case personSignedIn
    /// No account is known here whose PIN could be proven; or no PIN confirms this act.
    case noPIN
    /// Nothing is added while the person makes a new PIN in place of a forgotten one.
    case resettingPIN
    /// The lock screen shows, or the unlock share that opens the synchronised entries is not on this device. Nothing was
    /// changed.
    case locked
    /// Auth names an older PIN of the account than before, because its database was restored to a time before the PIN was
    /// changed. Nothing that depends on the PIN was sent; the next proof is one by the older PIN.
    case pinRestored
    /// A new PIN of digits has fewer than this number.
    case pinTooShort(minimum: Int)
    /// A new PIN is easy to guess.
    case pinRefused(PINBlockList.Refusal)
    /// The key of a PIN was not derived: auth named parameters that are not accepted, or this device cannot compute it.
    /// Nothing that depends on the PIN was sent.
    case pinKeyNotDerived(reason: String)
    /// The session ended or was replaced while the call was under way; its answer was dropped.
    case sessionChanged
    /// The task was cancelled while it waited for another sync to end.
    case cancelled
    /// No entry, or more than one, has this id, issuer or account name.
    case noSuchEntry(String)
    /// The entry with this id is foreign: it belongs to another account than the one signed in, or to one that was
    /// deleted. It can be kept as a new entry, or discarded.
    case entryForeign(String)
    /// The entry with this id has no authenticator code, or its counter has none after it.
    case noCode(String)
    /// No entry, or more than one, of those that wait for the person's decision has this id, issuer or account name.
    case nothingToChoose(String)
    /// The server has no version of the entry with this rev, or has it no more.
    case noSuchVersion(Int64)
    /// The server cannot decrypt the version with this rev.
    case versionUnreadable(Int64)
    /// The entry with this name has a change that the server does not have, so a former version does not replace it.
    case unsentEdits(String)
    /// The text is not an otpauth address, or the entry cannot be stored; the reason is a sentence.
    case notAnEntry(reason: String)
    /// A member of a new or edited entry is out of its bounds. Nothing was changed.
    case entryInvalid(OTPBodyFault)
    /// A file of entries cannot be read, or the entries cannot be written as one. Nothing was added or written.
    case file(ExchangeFault)
    /// The account has a PIN, and an export of the shared keys needs it.
    case exportNeedsPIN
    /// The local store was written under another platform key, or an encrypted value in it is damaged.
    case storeUnreadable
    /// The disk that holds the local store is full; nothing was changed.
    case storeFull
    /// The local store failed for another reason, given as a sentence.
    case storeFailed(reason: String)
}

extension DeviceFault {
    /// Classifies an error of the local store. Only a failed decryption counts as a wrong key.
    init(storing error: any Error) {
        switch error {
        case let fault as DeviceFault: self = fault
        case is CryptoFault: self = .storeUnreadable
        case SQLFault.full: self = .storeFull
        case let fault as SQLFault: self = .storeFailed(reason: "\(fault)")
        case _:
            self = .storeFailed(reason: "Its content was written by another version of this program, or is damaged.")
        }
    }
}
