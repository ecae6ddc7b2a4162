import Interchange
import JSONRPC
public import LatchkeyDevice
import Primitives
public import StrictJSON

/// An error that the reference device reports to a person as a sentence, and to scripts and stories as JSON.
public protocol ReportedFault: Error {
    /// The name that scripts and stories branch on.
    var name: String { get }
    /// A sentence that names the error and says how to proceed.
    var sentence: String { get }
    /// The members after `fault` and `sentence`.
    var details: JSONObject { get }
}

extension ReportedFault {
    public var details: JSONObject { [:] }

    public var object: JSONObject {
        var object: JSONObject = ["fault": .string(name), "sentence": .string(sentence)]
        for (name, value) in details { object[name] = value }
        return object
    }
}

/// An argument of a command that is unknown, missing or malformed.
public struct ArgumentFault: ReportedFault {
    public let sentence: String
    public var name: String { "argument" }

    public init(_ sentence: String) { self.sentence = sentence }

    /// Says what is wrong with a member of a command's arguments.
    init(_ fault: WireFault, of command: CommandName) {
        switch fault.problem {
        case .unknownMember: self.init("\(command.rawValue) takes no “\(fault.path)”")
        case .missing: self.init("\(command.rawValue) needs “\(fault.path)”")
        case .wrongType(let expected): self.init("“\(fault.path)” must be \(expected)")
        case .invalid(let reason):
            self = ArgumentForm(rawValue: fault.path)?.fault ?? .init("“\(fault.path)”: \(reason)")
        }
    }
}

/// The arguments that have a form of their own, by the names of the members that hold them.
public enum ArgumentForm: String {
    case code, group, choice, session, enrolmentSecret, recoveryCode

    private var description: String {
        switch self {
        case .code: "six digits"
        case .group: "the name of a facility group"
        case .choice: "keep or delete"
        case .session: "a session's id"
        case .recoveryCode: "16 letters and digits, as they were shown with the recovery codes"
        case .enrolmentSecret: "24 letters and digits, as the administrator's command printed them"
        }
    }

    var fault: ArgumentFault { ArgumentFault("“\(rawValue)” must be \(description)") }

    /// Returns the value; if it is nil, throws a fault that says what the text must be.
    public func value<T>(_ value: T?) throws(ArgumentFault) -> T {
        guard let value else { throw fault }
        return value
    }
}

extension DeviceFault: ReportedFault {
    public var name: String {
        switch self {
        case .call(.refused(let fault)): fault.name
        case .call(.unreachable): "unreachable"
        case .call(.unreadable): "unreadable"
        case .signedOut: "signedOut"
        case .noChallenge: "noChallenge"
        case .sessionChanged: "sessionChanged"
        case .deviceAdmittedAgain: "deviceAdmittedAgain"
        case .cancelled: "cancelled"
        case .codeMissing: "argument"
        case .noPIN: "noPIN"
        case .childPINNeeded: "childPINNeeded"
        case .noChild: "noChild"
        case .childDevice: "childDevice"
        case .personSignedIn: "personSignedIn"
        case .resettingPIN: "resettingPIN"
        case .locked: "locked"
        case .pinRestored: "pinRestored"
        case .pinTooShort, .pinRefused: "pinRefused"
        case .pinKeyNotDerived: "pinKeyNotDerived"
        case .noSuchEntry: "noSuchEntry"
        case .noCode: "noCode"
        case .entryForeign: "entryHeld"
        case .nothingToChoose: "nothingToChoose"
        case .noSuchVersion: "noSuchVersion"
        case .versionUnreadable: "versionUnreadable"
        case .unsentEdits: "unsentEdits"
        case .notAnEntry: "notAnEntry"
        case .entryInvalid: "entryInvalid"
        case .file(let fault): fault.name
        case .exportNeedsPIN: "exportNeedsPIN"
        case .storeUnreadable: "storeUnreadable"
        case .storeFull: "storeFull"
        case .storeFailed: "storeFailed"
        }
    }

    public var sentence: String {
        switch self {
        case .call(.refused(let fault)):
            // A service chooses these texts: a line break in them must not look like a line of this program.
            "\(fault.message.escapingUnprintable) \(fault.advice.escapingUnprintable)"
        case .call(.unreachable(let error)):
            "The service cannot be reached (\(error.reason.escapingUnprintable)). Nothing is lost; try again."
        case .call(.unreadable(let status, let reason)):
            "The answer did not come from Latchkey (HTTP \(status): \(reason.escapingUnprintable)). Nothing is lost; try again."
        case .signedOut: "Nobody is signed in here. Use 'latchkey register' or 'latchkey login'."
        case .noChallenge:
            "No code has been requested here. Commands that need one say how to get it; for example 'latchkey login'."
        case .resettingPIN:
            "You are making a new PIN. Finish it with 'latchkey pin reset --code CODE', or stop with 'latchkey pin cancel-reset'."
        case .noPIN:
            "No PIN is known here. Make one: latchkey pin set. Or log in with a code by message: latchkey login NUMBER."
        case .childPINNeeded:
            "The PIN is needed at each start. Repeat the command with --unlock, or: latchkey child login"
        case .noChild: "This device belongs to no child. To join a family: latchkey child join CODE"
        case .childDevice:
            """
            This device belongs to a child, and nobody else signs in here. The child goes on with 'latchkey child login'. A \
            parent can withdraw the access: latchkey parent revoke NAME
            """
        case .personSignedIn: "Somebody is signed in here. Log out first: latchkey logout --keep | --delete"
        case .locked: "This device is locked, and nothing was done. Enter your PIN first: latchkey unlock"
        case .pinRestored:
            """
            The service was restored to a time before this PIN was changed. No attempt was counted. Enter the PIN from before the \
            change; if you do not know it: latchkey pin forgot
            """
        case .pinTooShort(let minimum): "The PIN was not made: it needs at least \(minimum) digits. Choose another one."
        case .pinRefused(let refusal): "The PIN was not made: \(refusal.sentence) Choose another one, or a passphrase."
        case .pinKeyNotDerived(let reason):
            "The PIN was not used, and nothing of it was sent. \(reason.escapingUnprintable)"
        case .codeMissing: "A login needs its code: latchkey confirm CODE"
        case .sessionChanged: "Somebody signed in or out here meanwhile, so the answer was dropped. Nothing is lost."
        case .deviceAdmittedAgain:
            "The device was removed earlier, and was admitted again since. To remove it again, repeat the command."
        case .cancelled: "The command was cancelled while another sync was under way. Nothing was changed."
        case .noCode(let id): "The entry \(id) has no code."
        case .noSuchEntry(let name):
            "No entry, or more than one, is named “\(name)”. 'latchkey list' shows them, and 'latchkey trash' the server's trash."
        case .entryForeign:
            "The entry belongs to another account, so it is not changed here. \(UndecidedSelection.advice)"
        case .nothingToChoose(let name):
            "No entry, or more than one, named “\(name)” waits for a choice. 'latchkey list' marks those that do."
        case .noSuchVersion(let rev):
            "The server does not have version \(rev) of this entry. 'latchkey history ENTRY' shows those that it has."
        case .versionUnreadable(let rev):
            "The server cannot decrypt version \(rev), so nothing was changed. Choose another one, and tell the administrator."
        case .unsentEdits(let name):
            """
            “\(name)” has a change that the server does not have, so nothing was replaced. Use 'latchkey sync' or \
            'latchkey discard' first.
            """
        case .notAnEntry(let reason): reason
        case .entryInvalid(let fault): "\(fault) Nothing was changed: repeat the command with another one."
        case .file(let fault): fault.description
        case .exportNeedsPIN:
            "An export of the shared keys needs your PIN, also on an unlocked device. Nothing was written."
        case .storeUnreadable:
            "The local store does not open with this profile's key file. Restore device.key and platform.key."
        case .storeFull:
            """
            The disk is full, so nothing was changed here and nothing is lost. Free some space and repeat the command: if the \
            service has already carried it out, it answers as it did before.
            """
        case .storeFailed(let reason): "The local store failed. \(reason)"
        }
    }

    /// The HTTP status and the fault's data, where a service refused the call.
    public var details: JSONObject {
        guard case .call(.refused(let fault)) = self else { return [:] }
        return ["status": .number(JSONNumber(fault.status)), "data": .object(fault.data)]
    }
}
