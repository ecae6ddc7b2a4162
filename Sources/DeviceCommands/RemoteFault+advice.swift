import Domain
import JSONRPC
import Primitives
import StrictJSON

extension RemoteFault {
    /// Advice to a person who uses `latchkey` and was refused. A fault without advice of its own gets its remedy,
    /// which is written for programs.
    var advice: String {
        let wait = retryAfterMs.map { " Wait \($0 / 1000 + ($0 % 1000 > 0 ? 1 : 0)) s." } ?? ""
        return switch name {
        case "waitingForApproval": "Nothing is lost: entries work here, and are synced once you are approved."
        case "disapprovedForSyncing": "Nothing is lost: entries work here. Ask your facility why."
        case "newDeviceProofRequired":
            """
            Admit this device from one that is already signed in: latchkey admit DIGITS. If there is none, use a recovery \
            code: latchkey admit-me.
            """
        case "codeWrong", "recoveryCodeWrong":
            "Try again; \(attemptsLeft)."
        case "codeExpired", "tooManyAttempts": "Ask for a new code."
        case "flowError" where data["state"]?.string.flatMap(ChildAccess.State.init) != nil:
            "Nothing was done. A parent sees the state with 'latchkey parent list', the child with 'latchkey child state'."
        case "flowError":
            "If the number has an account: latchkey login NUMBER. Finish a registration in the group it was begun in."
        case "invalidParams" where data["field"] == "phone": E164.spellingAdvice
        case "codeWait": "Too many wrong codes were entered.\(wait)"
        case "sendLimit": "Codes were requested too often.\(wait)"
        case "rateLimited": "Too many calls came from this network. Nothing was done.\(wait)"
        case "confirmationRequired": confirmationAdvice
        case "pinRequired": "Repeat with --pin, and enter the account's PIN."
        case "pinSetupRequired": "Make one: latchkey pin set. If the account has one: latchkey login --pin."
        case "pinWrong": "Try again; \(attemptsLeft)."
        case "pinWait":
            "Admit the device from one that is already signed in, or with a recovery code: latchkey admit-me.\(wait)"
        case "pinChallengeExpired": "Nothing was done. Enter the PIN again."
        case "pinUnknown":
            """
            Log in with a code by message: latchkey login NUMBER. If the account has no PIN any more, make one: latchkey pin set.
            """
        case "pinExists": "Use it, or replace it: latchkey pin change."
        case "pinExhausted":
            """
            Change the PIN on a device that is signed in, or admit this one from there, or with a recovery code: \
            latchkey admit-me.
            """
        case "pinTooNew": "Use a recovery code: repeat with --recovery-code.\(wait)"
        case "pinResetUnknown": "Nothing was done. 'latchkey notices' shows how an earlier request has ended."
        case "secondFactorRequired": "Pass it: latchkey factor pass CODE. If the account has none: latchkey factor set."
        case "secondFactorWrong":
            "Enter the code that the authenticator shows next; \(attemptsLeft), and then log in again."
        case "secondFactorUnknown": "'latchkey status' shows what this login needs. To add one: latchkey factor set."
        case "secondFactorExists": "To replace it, remove it first: latchkey factor remove CODE."
        case "secondFactorTooNew": "Use a recovery code: repeat with --recovery-code.\(wait)"
        case "phoneChangeUnknown":
            "A change of the number can be undone for 72 hours, and this account has none to undo."
        case "startEmptyRefused":
            "Admit this device from one that is signed in, with a recovery code or with the PIN; or ask the administrator."
        case "blocked":
            "Nothing is lost, and entries can be added here. Register the number again: latchkey register NUMBER --group GROUP."
        case "changesHeld":
            "A recovery code decides at once: repeat with --recovery-code. 'latchkey notices' says more.\(wait)"
        case "ownSecretMissing":
            "Make recovery codes: latchkey recovery-codes --send-code. They confirm this after 72 hours."
        case "recoveryCodeTooNew": "Use one of the codes that you had before.\(wait)"
        case "sessionRevoked", "deviceRevoked", "refreshReused", "pinReset", "accountDeleted":
            "'latchkey standing' shows what was removed from this device and what was kept."
        case "loginRequired", "sessionExpired", "loggedInElsewhere", "movedFacilityGroup":
            "Everything stays on this device. Log in again: latchkey login NUMBER."
        case "locked": "Ask a parent to unlock this device: latchkey parent unlock NAME"
        case "parentVerificationRequired":
            "Ask a parent for a new invite: latchkey parent reset NAME. Then: latchkey child join CODE"
        case "childAccessRevoked": "'latchkey child state' shows what was removed from this device and what was kept."
        case "deviceNotBound":
            "'latchkey child state' shows more. A device joins a family with an invite of a parent: latchkey child join CODE"
        case "deviceBound":
            "'latchkey child state' shows more. A parent can withdraw the access: latchkey parent revoke NAME"
        case "inviteInvalid": "Check the code, or ask a parent for a new invite."
        case "inviteWait":
            """
            An invite with a link works at once. A parent makes it with 'latchkey parent invite NAME --link' for 'child join', and \
            with 'latchkey parent invite-parent NAME --link' for 'parent accept'.\(wait)
            """
        case "unavailable": "Nothing is lost; try again.\(wait)"
        case _: "What to do: \(remedy)."
        }
    }

    private var attemptsLeft: String {
        let count = data["attemptsLeft"]?.number?.token ?? "few"
        return count == "1" ? "1 attempt is left" : "\(count) attempts are left"
    }

    /// The options that confirm the refused act, and the command that asks for a code by message of the purpose that the act
    /// needs. Two purposes are also those of an act that no message confirms: the removal of a second factor, and the
    /// undoing of a change of the number.
    private var confirmationAdvice: String {
        switch data["purpose"] {
        case "recoveryCodes": advice("--pin or --recovery-code", "latchkey recovery-codes --send-code")
        case "makePIN": advice("--recovery-code", "latchkey pin set --send-code")
        case "resetPIN": "Repeat with --recovery-code, or confirm the new PIN on another of your devices."
        case "makeSecondFactor":
            advice("--pin or --recovery-code", "latchkey factor set --send-code")
                + " Its removal needs its CODE or one of the former two."
        case "changePhone":
            advice("--pin or --recovery-code", "latchkey phone send-code") + " An undo needs one of the former two."
        case "deleteAccount":
            "Repeat with --pin or --recovery-code, or get a code by message with 'latchkey delete-account' and repeat with it."
        case nil: "Repeat with --pin, --recovery-code or --factor-code=CODE."
        default: advice("--pin or --recovery-code", "latchkey devices send-code")
        }
    }

    private func advice(_ options: String, _ command: String) -> String {
        "Repeat with \(options), or get a code by message with '\(command)' and repeat with --code=CODE."
    }
}
