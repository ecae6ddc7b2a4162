public import JSONRPC

/// Why a verb of the device did not do what was asked; the sentence says what to do.
public enum DeviceFault: Error, Sendable, Hashable {
    /// A service answered no, or did not answer.
    case call(CallFailure)
    /// Nobody is signed in on this profile.
    case signedOut
    /// No code is awaited.
    case noChallenge
    /// There is no such entry, or more than one that fits.
    case noSuchEntry(String)
    /// No one entry that fits waits for the person's choice.
    case nothingToChoose(String)
    /// The text is no otpauth entry; the sentence says why.
    case notAnEntry(String)
    /// A verb got an argument it does not know or lacks one it needs.
    case argument(String)
    /// The local store was not written by this device's key.
    case storeUnreadable
    /// The disk under the local store is full; nothing was changed.
    case storeFull
    /// The local store failed in another way; the sentence says how.
    case storeFailed(String)

    /// The name that stories and scripts branch on.
    public var name: String {
        switch self {
        case .call(.refused(let fault)): fault.name
        case .call(.unreachable): "unreachable"
        case .call(.unreadable): "unreadable"
        case .signedOut: "signedOut"
        case .noChallenge: "noChallenge"
        case .noSuchEntry: "noSuchEntry"
        case .nothingToChoose: "nothingToChoose"
        case .notAnEntry: "notAnEntry"
        case .argument: "argument"
        case .storeUnreadable: "storeUnreadable"
        case .storeFull: "storeFull"
        case .storeFailed: "storeFailed"
        }
    }

    /// One sentence for the person: what happened, and what to do.
    public var sentence: String {
        switch self {
        case .call(.refused(let fault)): "\(fault.message) \(Self.advice(fault))"
        case .call(.unreachable(let error)):
            "The service cannot be reached (\(error.reason)). Nothing is lost; try again."
        case .call(.unreadable(let status, let reason)):
            "Something that is not our service answered (HTTP \(status): \(reason)). Nothing is lost; try again."
        case .signedOut: "Nobody is signed in here. Use 'latchkey register' or 'latchkey login'."
        case .noChallenge: "No code is awaited. Ask for one with 'latchkey register' or 'latchkey login'."
        case .noSuchEntry(let what): "There is no one entry that fits “\(what)”. 'latchkey list' shows them."
        case .nothingToChoose(let what):
            "No one entry that fits “\(what)” waits for a choice. 'latchkey list' marks those that do."
        case .notAnEntry(let why): why
        case .argument(let why): why
        case .storeUnreadable:
            "The local store does not open with this profile's key file. Restore device.key and platform.key."
        case .storeFull: "The disk is full. Nothing was changed and nothing is lost: free some space and try again."
        case .storeFailed(let why): "The local store failed. \(why)"
        }
    }
}
