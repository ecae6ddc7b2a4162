import Contracts
import Domain
import Interchange
import Primitives

/// A code that a person has asked for.
public enum GivenCode: Sendable, Hashable {
    /// The current code of a time-based entry.
    case current(CurrentCode)
    /// The code of a counter that was used up.
    case counted(code: String, counter: Int64)
}

extension Device {
    /// Returns an entry's code. The counter of a counter-based entry is increased first, as an edit that is sent at the next
    /// sync, so that no code is shown twice on this device. It works without a connection.
    ///
    /// - Throws: `noCode` if the entry has no code, and as ``edit(_:issuer:accountName:)``.
    public func code(of entry: LocalEntry) async throws(DeviceFault) -> GivenCode {
        try await requireUnlocked()
        if let code = CurrentCode(of: entry, at: clock.now) { return .current(code) }
        return try await changing(entry.id) { entry in
            guard let body = entry.body, let counted = CounterEntry(body: body),
                let code = counted.code(of: counted.counter)
            else { throw DeviceFault.noCode("\(entry.id)") }
            entry.body = counted.advanced(body)
            return .counted(code: code, counter: counted.counter)
        }
    }
}
