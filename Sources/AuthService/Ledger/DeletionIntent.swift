public import Domain

/// One attempt to delete an account, as it is recorded before its commit.
public struct DeletionIntent: Sendable, Hashable {
    /// The tag of the account.
    public let tag: DeletionTag
    /// The number of the ``DeletionWriter`` that made the attempt; nil for an attempt of an earlier version.
    let writer: Int64?
    /// The number of the attempt among those of its writer.
    let attempt: Int

    init(_ tag: DeletionTag, writer: Int64?, attempt: Int) {
        (self.tag, self.writer, self.attempt) = (tag, writer, attempt)
    }
}

extension DeletionIntent {
    /// The same attempt, whose tag was made with this index key.
    func naming(key: Int) -> DeletionIntent {
        DeletionIntent(DeletionTag(tag.bytes, key: key), writer: writer, attempt: attempt)
    }

    /// The third word of a line in the file; nil for an attempt of an earlier version.
    var word: String? { writer.map { "\($0).\(attempt)" } }

    /// Returns nil for a malformed word.
    init?(_ tag: DeletionTag, word: Substring?) {
        guard let word else {
            self.init(tag, writer: nil, attempt: 0)
            return
        }
        let numbers = word.split(separator: ".", omittingEmptySubsequences: false)
        guard numbers.count == 2, let writer = Int64(numbers[0]), writer > 0, let attempt = Int(numbers[1]) else {
            return nil
        }
        self.init(tag, writer: writer, attempt: attempt)
    }
}
