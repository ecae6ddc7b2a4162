import JSONRPC
import StrictJSON

extension DeviceFault {
    /// What a person can do about a refusal; the remedy of the table is for programs, and is given where we have no
    /// better words.
    static func advice(_ fault: RemoteFault) -> String {
        let wait = fault.retryAfterMs.map { " Wait \(($0 + 999) / 1000) s." } ?? ""
        return switch fault.name {
        case "waitingForApproval": "Nothing is lost: entries work here, and are synced once you are approved."
        case "disapprovedForSyncing": "Nothing is lost: entries work here. Ask your facility why."
        case "newDeviceProofRequired": "Let this device in from one that is already in: latchkey admit DIGITS."
        case "codeWrong": "Try again; \(fault.data["attemptsLeft"]?.number?.token ?? "few") attempts are left."
        case "codeExpired", "tooManyAttempts": "Ask for a new code."
        case "flowError":
            "If the number is registered, log in: latchkey login NUMBER. If it was begun in another group, finish it there."
        case "codeWait", "sendLimit": "Too often for now.\(wait)"
        case "sessionRevoked", "deviceRevoked", "refreshReused", "pinReset", "accountDeleted":
            "'latchkey standing' tells what was removed from this device and what was kept."
        case "loginRequired", "sessionExpired", "loggedInElsewhere", "movedFacilityGroup":
            "Everything stays on this device. Log in again: latchkey login NUMBER."
        case "unavailable": "Nothing is lost; try again.\(wait)"
        case _: "What to do: \(fault.remedy)."
        }
    }
}
