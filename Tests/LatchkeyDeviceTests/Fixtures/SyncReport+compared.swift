@testable import LatchkeyDevice

extension SyncReport {
    /// The items that the sync compared; nil if it compared none.
    var compared: ComparedItems? {
        guard case .compared(let items) = comparison else { return nil }
        return items
    }
}
