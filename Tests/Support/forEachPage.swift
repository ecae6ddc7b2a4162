/// Reads page after page.
///
/// - Parameters:
///   - most: the number of pages after which the list counts as endless.
///   - read: reads the page at a position, nil for the first, and returns the position of the next page; nil if it was
///     the last one.
public func forEachPage<Position>(atMost most: Int = 1000, _ read: (Position?) async throws -> Position?) async throws {
    var position: Position?
    for _ in 0..<most {
        position = try await read(position)
        if position == nil { return }
    }
    throw EndlessPages(count: most)
}

/// Pages that do not come to an end.
public struct EndlessPages: Error, CustomStringConvertible {
    public let count: Int

    public var description: String { "there is always a further page, also after \(count)" }
}
