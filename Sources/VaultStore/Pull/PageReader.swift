import SQL

/// Reads as many rows as fit one page, and at least one, so that every page makes progress.
struct PageReader {
    private let rowLimit: Int
    private let byteLimit: Int
    /// The number of rows that fit even if each has the largest allowed body.
    private let alwaysFitting: Int

    /// - Parameters:
    ///   - limit: the caller's highest number of rows; the store's own limit if nil or larger.
    ///   - bytes: the caller's highest number of bytes of all bodies; the store's own limit if nil or larger.
    init(_ limits: StoreLimits, limit: Int?, bytes: Int? = nil) {
        rowLimit = min(limit ?? limits.itemsPerPage, limits.itemsPerPage)
        byteLimit = min(bytes ?? limits.bytesPerPage, limits.bytesPerPage)
        alwaysFitting = byteLimit / limits.bytesPerBody
    }

    /// Reads the rows of one page. If they might not fit, it reads their sizes first and then only the bodies that fit.
    ///
    /// - Parameters:
    ///   - count: an upper bound of the number of rows that the statement can select.
    ///   - statement: makes the statement that selects the rows, given the columns and the number of rows.
    func read(
        atMost count: Int64, in transaction: any Transaction, _ statement: (ItemTable.Columns, Int64) -> Statement
    ) throws -> (items: [ItemRow], hasMore: Bool) {
        if count <= Int64(min(rowLimit, alwaysFitting)) {
            return (try transaction.run(statement(.all, count)).map(ItemRow.init), false)
        }
        let sizes = try transaction.run(statement(.size, Int64(rowLimit) + 1)).map { try $0.int(0) }
        let fitting = numberOfFittingRows(sizes)
        let items = try fitting == 0 ? [] : transaction.run(statement(.all, Int64(fitting))).map(ItemRow.init)
        return (items, fitting < sizes.count)
    }

    private func numberOfFittingRows(_ sizes: [Int64]) -> Int {
        var count = 0, remaining = Int64(byteLimit)
        for size in sizes.prefix(rowLimit) {
            remaining -= size
            if remaining < 0, count > 0 { break }
            count += 1
        }
        return count
    }
}
