/// The parts of exports that were seen in a file.
struct MigrationBatches {
    private struct Batch: Hashable {
        let id: UInt64
        let count: Int
    }

    private var seen: [Batch: Set<Int>] = [:]
    private var order: [Batch] = []

    /// The most exports of one file; each may have many remarks.
    static let most = 100

    mutating func add(_ part: MigrationAddress.Part) throws(EntryFault) {
        let batch = Batch(id: part.batch, count: part.count)
        if seen[batch] == nil {
            guard order.count < Self.most else {
                throw .damagedParts(why: "the file has parts of over \(Self.most) exports")
            }
            order.append(batch)
        }
        seen[batch, default: []].insert(part.index)
    }

    /// One remark for each export of which parts are missing.
    var missing: [FileRemark] {
        order.compactMap { batch in
            let numbers = (0..<batch.count).filter { seen[batch]?.contains($0) != true }.map { $0 + 1 }
            return numbers.isEmpty ? nil : .partsMissing(numbers, count: batch.count)
        }
    }
}
