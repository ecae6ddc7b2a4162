import StrictJSON

/// What the command `restore` prints when it has succeeded.
struct RestoreSummary {
    /// The generation that the restored database has begun.
    let generation: Int64
    let done: RestoreOptions.Report
    /// The paths of the databases that this restore and earlier ones have kept; nil if no file was replaced.
    let replaced: SQLiteRestore.Outcome?

    private var counts: [(name: String, count: Int)] { [("generation", Int(generation))] + done.counts }
    private var keptBefore: [String] { replaced?.keptBefore ?? [] }

    /// The text for an administrator.
    var lines: [String] {
        var lines = counts.map { "\($0.name): \($0.count)" } + done.lines + done.notes
        if let kept = replaced?.kept { lines.append("the database that was there is kept as \(kept)") }
        lines += keptBefore.map { "an earlier restore has kept \($0)" }
        if let advice = KeptDatabases.advice(keptBefore + [replaced?.kept].compactMap { $0 }) { lines.append(advice) }
        return lines + ["start the service: it serves once the other service's deletions have been applied again"]
    }

    /// The JSON object for programs. It has a member for each count and the members that the service adds; `notes`, an
    /// array of sentences; `kept`, the path of the replaced database, absent if none was replaced; and `keptBefore`, the
    /// paths that earlier restores have kept.
    var json: JSONObject {
        var report = JSONObject(counts.map { ($0.name, JSON.number(JSONNumber($0.count))) })
        for (name, value) in done.members { report[name] = value }
        report["notes"] = .array(done.notes.map { .string($0) })
        report["kept"] = replaced?.kept.map { .string($0) }
        report["keptBefore"] = .array(keptBefore.map { .string($0) })
        return report
    }
}
