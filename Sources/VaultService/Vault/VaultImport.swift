import Contracts
import Domain
import Interchange
import JSONRPC
import Primitives
import StrictJSON
import VaultStore

extension Vault {
    /// The most entries that one call handles.
    static let entriesPerImport = 1000

    /// The number of times in a row that a call reads the account again because it has changed before the entries were added.
    private static let mostRepetitions = 20

    /// The most remarks about a file in an answer.
    private static let mostRemarks = 20

    /// Adds the entries of a file that the account does not have, and reports each.
    ///
    /// The entries are compared with the items at one position of the account, and added only while the account is still at
    /// it. If it has changed, the call reads the changes and compares again. So neither two imports at the same time nor an
    /// import and a device add an entry twice, whichever instances they use.
    ///
    /// The call itself counts as one operation of the hour, a dry run too, because reading a file costs time even if nothing is added.
    func vaultImport(_ call: Call<VaultImport, CallAuthorization>) async throws -> VaultImport.Answer {
        try await imports.run(of: call.caller.account) {
            try await store.countOperation(of: call.caller.account, at: clock.now) { try call.caller.check() }
            return try await answer(call)
        }
    }

    private func answer(_ call: Call<VaultImport, CallAuthorization>) async throws -> VaultImport.Answer {
        let params = call.params, account = call.caller.account
        let file = try read(params.content, as: params.format)
        let after = params.after ?? 0
        guard after <= file.entries.count else { throw Fault(.invalidParams, field: "after") }
        let end = min(after + Self.entriesPerImport, file.entries.count)
        var known = KnownEntries()
        try await known.read(from: store, of: account, at: clock.now)
        // In a dry run the entries before this part were not added, so they are counted again.
        var report = try FileReport(file, params.dryRun == true ? 0..<end : after..<end)
        if params.dryRun == true {
            predict(&report, known, params.requestId, by: call.caller)
        } else {
            try await add(&report, &known, params.requestId, by: call.caller)
        }
        for (id, rev) in known.unreadable { reportUnreadable(id, rev: rev) }
        guard let head = known.head else { throw Fault(.internalError) }
        let entries = report.entries(after: after)
        func count(_ outcome: EntryOutcome) -> Int { entries.count(where: { $0.outcome == outcome }) }
        return VaultImport.Answer(
            format: file.format.rawValue, count: file.entries.count, added: count(.added),
            duplicates: count(.duplicate), rejected: count(.rejected), entries: entries,
            remarks: remarks(about: file, known), next: end < file.entries.count ? end : nil,
            retryAfterMs: report.retryAfterMs, epoch: head.epoch, head: DecimalInt64(head.seq))
    }

    /// Reads a file without a password. An encrypted one is refused before any key is derived.
    private func read(_ content: String, as name: String?) throws(Fault) -> ReadFile {
        let format = name.flatMap { ExchangeFormat(rawValue: $0) }
        if name != nil, format == nil { throw Fault(.invalidParams, field: "format") }
        do throws(ExchangeFault) {
            return try EntryFile.read(Array(content.utf8), as: format, mostLines: EntryFile.mostLines)
        } catch {
            switch error {
            case .passwordNeeded, .wrongPassword, .unsupportedEncryption: throw Fault(.fileEncrypted)
            case .empty, .tooLarge, .tooManyLines, .tooManyEntries, .unknownFormat, .notText, .damaged, .damagedJSON,
                .newerVersion, .notWritable, .notEncrypted, .entryDoesNotFit:
                throw Fault(.fileRefused, detail: ["reason": .string(error.name), "text": .string("\(error)")])
            }
        }
    }

    /// Says what an import would do, as far as the limits of the account decide it.
    private func predict(
        _ report: inout FileReport, _ known: KnownEntries, _ request: RequestID?, by caller: CallAuthorization
    ) {
        guard let head = known.head else { return }
        var room = AccountRoom(head, store.limits, isStoreFull: store.isFull(after:))
        report.settleWhere { entry in
            if let found = result(of: entry, among: known, request, by: caller) { return found }
            return room.add(bytes: entry.body.count).map { ImportedEntry(entry, limit: $0) }
                ?? ImportedEntry(entry, .added)
        }
    }

    /// The result of an entry that an item is the same as: added if this request has added the item, otherwise a duplicate.
    private func result(
        of entry: FileReport.Entry, among known: KnownEntries, _ request: RequestID?, by caller: CallAuthorization
    ) -> ImportedEntry? {
        let own = request.map { id(of: entry, $0, by: caller) }
        guard let item = known.item(entry.fingerprint, preferring: own) else { return nil }
        return item.id == own
            ? ImportedEntry(entry, .added, id: item.id, rev: item.rev) : ImportedEntry(entry, .duplicate, id: item.id)
    }

    /// Adds the entries that wait, at most as many in one transaction as a push may have.
    ///
    /// With a `requestId` the ids are derived from it and from the entry. An entry that the same request has added before is
    /// recognised by its id, and reported as added again.
    private func add(
        _ report: inout FileReport, _ known: inout KnownEntries, _ request: RequestID?, by caller: CallAuthorization
    ) async throws {
        let account = caller.account
        var repetitions = 0
        while true {
            report.settleWhere { result(of: $0, among: known, request, by: caller) }
            let entries = nextEntries(of: report)
            if entries.isEmpty { return }
            let ops = entries.map { operation(to: $0, request, by: caller) }
            do {
                let pushed = try await store.push(
                    ops, to: account, by: caller.device, at: clock.now, from: known.cursor, ifAt: known.head?.seq
                ) { try caller.check() }
                if pushed.hasChanged { changes.notify(account) }
                metrics.countOperations(ops.count)
                known.advance(to: pushed.head)
                report.settleFirst(
                    zip(zip(entries, ops), pushed.outcomes).map { ImportedEntry($0.0, $0.1.id, $1) })
                repetitions = 0
            } catch VaultStoreFault.changed, VaultStoreFault.resyncRequired {
                repetitions += 1
                guard repetitions <= Self.mostRepetitions else { throw Fault(.unavailable, retryAfterMs: 1000) }
                try await known.read(from: store, of: account, at: clock.now)
            } catch VaultStoreFault.tooManyOperations(let remaining) {
                report.retryAfterMs = Int(remaining.ms)
                report.settleWhere { ImportedEntry($0, limit: "operationsPerHour") }
            }
        }
    }

    /// The first entries that wait, as many as one push may have, and at least one.
    private func nextEntries(of report: FileReport) -> [FileReport.Entry] {
        var bytes = 0
        let fitting = report.waiting.prefix(store.limits.opsPerPush).prefix { entry in
            bytes += entry.body.count
            return bytes <= store.limits.bytesPerPush
        }
        return Array(report.waiting.prefix(max(fitting.count, 1)))
    }

    private func operation(
        to entry: FileReport.Entry, _ request: RequestID?, by caller: CallAuthorization
    ) -> SecretOp {
        SecretOp(
            .create, request.map { id(of: entry, $0, by: caller) } ?? random.id(),
            opID: operationID(request, of: Self.words(entry), by: caller),
            content: .init(kind: "otp", schema: 1, body: entry.body))
    }

    private func id(of entry: FileReport.Entry, _ request: RequestID, by caller: CallAuthorization) -> SecretID {
        store.secretID(for: request, method: Self.words(entry), of: caller.account, by: caller.device)
    }

    /// The words from which the ids of an entry are derived beside the request: two entries of one file have other ones.
    private static func words(_ entry: FileReport.Entry) -> String {
        VaultImport.name + " " + String(decoding: entry.body, as: UTF8.self)
    }

    private func remarks(about file: ReadFile, _ known: KnownEntries) -> [String] {
        var remarks = file.remarks.prefix(Self.mostRemarks).map { String("\($0)".prefix(1000)) }
        if file.remarks.count > Self.mostRemarks {
            remarks.append("There are \(file.remarks.count - Self.mostRemarks) more remarks about this file.")
        }
        if !known.unreadable.isEmpty {
            remarks.append(
                "Items of the vault that cannot be opened, so that equal entries of the file are not recognised: "
                    + "\(known.unreadable.count).")
        }
        return remarks
    }
}
