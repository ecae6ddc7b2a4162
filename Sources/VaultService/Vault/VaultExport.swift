import Contracts
import Domain
import Interchange
import JSONRPC
import Primitives
import StrictJSON
import VaultStore

extension Vault {
    /// The largest file of a page, in bytes.
    private static let mostExportedBytes = 300_000

    /// Writes one page of the live items of kind `otp` as a whole file, in the order of the ids.
    ///
    /// The call is refused if any item of the page cannot be read or written. A page that the format makes too large is
    /// divided.
    func vaultExport(_ call: Call<VaultExport, CallAuthorization>) async throws -> VaultExport.Answer {
        try call.caller.checkRecentLogin()
        guard let format = ExchangeFormat(rawValue: call.params.format), format != .archive else {
            throw Fault(.invalidParams, field: "format")
        }
        // Without the head a page could be of another state of the vault than those before it.
        guard call.params.after == nil || call.params.head != nil else { throw Fault(.invalidParams, field: "head") }
        let page = try await store.list(
            call.caller.account, after: call.params.after, bytes: store.limits.bytesPerPage / 4)
        if let head = call.params.head, head.value != page.seq { throw Fault(.exportRefused, reason: "vaultChanged") }
        var secrets = page.items
        while true {
            let entries = try secrets.filter { $0.kind == "otp" }.map(exportedEntry)
            let content = try write(entries, as: format)
            if content.count > Self.mostExportedBytes, secrets.count > 1 {
                secrets.removeLast(secrets.count / 2)
                continue
            }
            countReads(entries.count, by: call.caller)
            let hasMore = page.hasMore || secrets.count < page.items.count
            return VaultExport.Answer(
                content: String(decoding: content, as: UTF8.self), count: entries.count,
                others: secrets.filter { $0.kind != "otp" }.map { UnexportedItem(id: $0.id, kind: $0.kind) },
                next: hasMore ? secrets.last?.id : nil, head: DecimalInt64(page.seq))
        }
    }

    private struct ExportedEntry {
        let id: SecretID
        let body: OTPBody
    }

    private func exportedEntry(_ secret: StoredSecret) throws -> ExportedEntry {
        guard let body = secret.json, let entry = try? WireDecoder().decode(OTPBody.self, from: .object(body)) else {
            reportUnreadable(secret)
            throw Fault(.itemUnreadable, detail: ["id": .string(secret.id.description)])
        }
        return ExportedEntry(id: secret.id, body: entry)
    }

    /// Writes entries as a file. If one does not fit, the fault names its item.
    private func write(_ entries: [ExportedEntry], as format: ExchangeFormat) throws(Fault) -> [UInt8] {
        do throws(ExchangeFault) {
            return try EntryFile.write(entries.map(\.body), as: format, random: random)
        } catch {
            var detail: JSONObject = ["reason": .string(error.name)]
            let unfit = entries.first { (try? EntryFile.write([$0.body], as: format, random: random)) == nil }
            if case .entryDoesNotFit = error, let unfit { detail["id"] = .string(unfit.id.description) }
            throw Fault(.exportRefused, detail: detail)
        }
    }
}
