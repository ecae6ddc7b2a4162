import SQL

/// As many rows as fit a page: at least one, so that a page always moves.
struct PageCut {
    private let rows: Int
    private let bytes: Int
    /// How many of the largest rows fit.
    private let sure: Int

    init(_ limits: StoreLimits, _ limit: Int?) {
        rows = min(limit ?? limits.itemsPerPage, limits.itemsPerPage)
        bytes = limits.bytesPerPage
        sure = limits.bytesPerPage / limits.bytesPerBody
    }

    /// Reads a page's rows. Bodies are read only for a page: where there may be more of them, their sizes come first.
    ///
    /// - Parameters:
    ///   - most: how many rows there can be.
    ///   - statement: the rows' statement, for columns and a limit.
    func take(
        atMost most: Int64, in transaction: any Transaction, _ statement: (ItemTable.Columns, Int64) -> Statement
    ) throws -> (items: [ItemRow], hasMore: Bool) {
        if most <= Int64(min(rows, sure)) {
            return (try transaction.run(statement(.all, most)).map(ItemRow.init), false)
        }
        let sizes = try transaction.run(statement(.size, Int64(rows) + 1)).map { try $0.int(0) }
        let count = fitting(sizes)
        let items = try count == 0 ? [] : transaction.run(statement(.all, Int64(count))).map(ItemRow.init)
        return (items, count < sizes.count)
    }

    private func fitting(_ sizes: [Int64]) -> Int {
        var count = 0, room = Int64(bytes)
        for size in sizes.prefix(rows) {
            room -= size
            if room < 0, count > 0 { break }
            count += 1
        }
        return count
    }
}
