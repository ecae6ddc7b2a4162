public import StrictJSON

/// Tells a person what a verb did, from the object a script would read.
public enum Telling {
    /// Plain text of a few lines, without a line break at the end.
    public static func text(of verb: Verb, _ answer: JSONObject) -> String {
        switch verb {
        case .register: registered(answer)
        case .login: "If the number has an account, a code is on its way. Answer it with: latchkey confirm CODE"
        case .requestDeletion:
            "A code is on its way. Delete the account with: latchkey delete-account CODE --keep | --delete"
        case .confirm, .status, .refresh, .standing: standing(answer)
        case .sessions: sessions(answer)
        case .admit: "The device is let in."
        case .add: "Added \(label(answer)). It works here at once and goes to the server at the next sync."
        case .edit: "Changed: \(label(answer))."
        case .delete: "Deleted \(label(answer)). Hidden here at once; the server is told at the next sync."
        case .keepAsNew: chosen(answer["kept"], "Kept as new, and sent at the next sync")
        case .discard: chosen(answer["discarded"], "Let go of here")
        case .import: imported(answer)
        case .list: list(answer)
        case .sync: synced(answer)
        case .logout, .logoutEverywhere, .deleteAccount: notice(answer) ?? "Done."
        case .call: JSON.object(answer).text
        }
    }

    /// What went wrong and what to do, from `{fault, sentence}`.
    public static func refusal(_ answer: JSONObject) -> String { answer["sentence"]?.string ?? "It did not work." }

    private static func registered(_ answer: JSONObject) -> String {
        answer["state"] == "ACTIVATED"
            ? "This group asks for no code. Go on with: latchkey confirm"
            : "A code is on its way. Answer it with: latchkey confirm CODE"
    }

    private static func standing(_ answer: JSONObject) -> String {
        var lines = notice(answer).map { [$0] } ?? []
        guard answer["signedIn"]?.bool == true, let standing = answer["standing"] else {
            lines.append(
                answer["login"]?.string == "OTP Requested"
                    ? "A code is awaited. Entries can be added and work here."
                    : "Nobody is signed in. Entries work here.")
            return lines.joined(separator: "\n")
        }
        lines.append("\(answer["login"]?.string ?? ""), \(answer["approval"]?.string ?? "").")
        if let digits = answer["digits"]?.string, answer["unproven"]?.bool == true {
            lines.append("This device is new. Let it in from one that is already in: latchkey admit \(digits)")
        }
        if answer["unproven"]?.bool == true { return lines.joined(separator: "\n") }
        if let text = standing["notification"]?.string { lines.append(text + ".") }
        lines.append(
            "Syncing: \(word(standing["canSync"])). Adding: \(word(standing["canAdd"])). Opens on: "
                + "\(standing["firstScreen"]?.string ?? "").")
        return lines.joined(separator: "\n")
    }

    private static func sessions(_ answer: JSONObject) -> String {
        let lines = (answer["sessions"]?.array ?? []).map { session in
            let digits = session["digits"]?.string.map { ", shows \($0)" } ?? ""
            let mark =
                session["isPending"]?.bool == true
                ? "waits to be let in\(digits)" : session["isCurrent"]?.bool == true ? "this device" : "in"
            return "\(session["deviceName"]?.string ?? "")  (\(mark))"
        }
        return lines.joined(separator: "\n")
    }

    private static func imported(_ answer: JSONObject) -> String {
        let added = answer["added"]?.array ?? [], known = answer["duplicateLines"]?.array ?? []
        var lines = ["Added \(added.count)." + (known.isEmpty ? "" : " Already here: \(known.count).")]
        for line in answer["rejected"]?.array ?? [] {
            lines.append("Line \(line["line"]?.number?.token ?? "?") is no entry: \(line["reason"]?.string ?? "")")
        }
        return lines.joined(separator: "\n")
    }

    private static func chosen(_ entries: JSON?, _ what: String) -> String {
        let labels = (entries?.array ?? []).compactMap(\.object).map(label)
        return labels.isEmpty ? "Nothing waits for a choice." : "\(what): \(labels.joined(separator: ", "))."
    }

    private static func synced(_ answer: JSONObject) -> String {
        func count(_ name: String) -> String { answer[name]?.number?.token ?? "0" }
        var lines = ["Sent \(count("sent")), received \(count("received")), removed \(count("removed"))."]
        let copies = answer["copies"]?.array?.count ?? 0, gone = answer["gone"]?.array?.count ?? 0
        if copies > 0 { lines.append("Kept beside the server's, because both were changed: \(copies).") }
        if gone > 0 {
            lines.append("Deleted on another device and changed here: \(gone).")
        }
        let refusals = answer["refused"]?.array ?? []
        for refused in refusals {
            lines.append("The server did not take \(refused["id"]?.string ?? ""): \(refused["reason"]?.string ?? "").")
        }
        if gone > 0 || !refusals.isEmpty { lines.append(choosing) }
        return lines.joined(separator: "\n")
    }

    private static func notice(_ answer: JSONObject) -> String? { answer["notice"]?.string }

    private static func word(_ value: JSON?) -> String { value?.bool == true ? "yes" : "no" }

    private static func label(_ answer: JSONObject) -> String {
        "\(answer["issuer"]?.string ?? "") (\(answer["accountName"]?.string ?? ""))"
    }
}
