/// The prepared statements of one connection. Once it holds 256, each new one replaces the least recently used one that
/// may be evicted.
package struct StatementCache<Prepared> {
    private final class Entry {
        let prepared: Prepared
        var lastUse: UInt64
        init(_ prepared: Prepared, lastUse: UInt64) {
            self.prepared = prepared
            self.lastUse = lastUse
        }
    }

    private static var capacity: Int { 256 }
    private var entries: [String: Entry] = [:]
    private var useCount: UInt64 = 0
    private let isEvictable: @Sendable (Prepared) -> Bool

    /// - Parameter isEvictable: returns false for statements that are never removed to make room.
    package init(isEvictable: @escaping @Sendable (Prepared) -> Bool = { _ in true }) {
        self.isEvictable = isEvictable
    }

    /// Returns the statement prepared for a text, preparing it if it is not cached, and the statement removed to make
    /// room for it.
    package mutating func find(
        _ text: String, prepare: () throws(SQLFault) -> Prepared
    ) throws(SQLFault) -> (prepared: Prepared, evicted: Prepared?) {
        useCount += 1
        if let known = entries[text] {
            known.lastUse = useCount
            return (known.prepared, nil)
        }
        let made = Entry(try prepare(), lastUse: useCount)
        let evicted = entries.count >= Self.capacity ? evictLeastRecentlyUsed() : nil
        entries[text] = made
        return (made.prepared, evicted)
    }

    package mutating func removeAll() { entries = [:] }

    private mutating func evictLeastRecentlyUsed() -> Prepared? {
        let oldest = entries.filter { isEvictable($0.value.prepared) }.min { $0.value.lastUse < $1.value.lastUse }
        guard let oldest else { return nil }
        entries[oldest.key] = nil
        return oldest.value.prepared
    }
}
