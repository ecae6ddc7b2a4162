import Logging
import Primitives
import VaultStore

extension Vault {
    /// Counts the secrets that are sent to a caller, for the audit log. ``writeReads()`` writes the counts; a read
    /// itself never writes.
    func countReads(of secrets: [StoredSecret], by caller: CallAuthorization) {
        countReads(secrets.count(where: \.isShown), by: caller)
    }

    /// Counts secrets that are sent to a caller.
    func countReads(_ count: Int, by caller: CallAuthorization) {
        guard count > 0 else { return }
        reads.add(
            Int64(count),
            in: DeviceHour(account: caller.account, device: caller.device, backend: caller.backend, at: clock.now))
    }

    /// Writes the counts of read secrets since the last call, and turns those of hours that are over into rows of the
    /// audit log. What cannot be written, because the database is full or unreachable, is written by the next call.
    public func writeReads() async {
        let taken = reads.take()
        var rest = taken.sorted { $0.key < $1.key }[...]
        do {
            while !rest.isEmpty {
                let chunk = rest.prefix(VaultStore.readsPerWrite)
                try await store.addReads(Dictionary(uniqueKeysWithValues: chunk.map { ($0.key, $0.value) }))
                rest = rest.dropFirst(chunk.count)
            }
            while try await store.endReads(at: clock.now) > 0 {}
        } catch {
            for (hour, count) in rest { reads.add(count, in: hour) }
            log.warning("the counts of read secrets could not be written", metadata: ["error": "\(error)"])
        }
    }
}

extension StoredSecret {
    /// True if the secret is sent with its body.
    fileprivate var isShown: Bool { if case .open = body { true } else { false } }
}
