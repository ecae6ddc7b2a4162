/// How much text the parser takes before it refuses. A text exactly at a limit is accepted.
public struct JSONLimits: Sendable, Hashable {
    /// The longest text in bytes.
    public var bytes: Int

    /// How many arrays and objects may lie in each other: 1 admits `[]`, 0 only scalars. Never more than `deepest`.
    public var depth: Int { didSet { depth = min(depth, Self.deepest) } }

    /// The longest string or member name in bytes, counted as written between its quotes.
    public var stringBytes: Int

    /// The longest number token in bytes. 64 holds a signed 206-bit integer and every Double.
    public var numberBytes: Int

    /// The most elements of one array, and the most members of one object.
    public var elements: Int

    /// The bound of every depth: the parser recurses once for each level, and this is what any thread's stack bears.
    public static let deepest = 512

    /// What a request may be: 1 MiB, 32 deep, numbers of 64 bytes, 100 000 elements each.
    public static let standard = JSONLimits()

    /// States the limits that differ from the standard.
    public init(
        bytes: Int = 1 << 20, depth: Int = 32, stringBytes: Int = 1 << 20, numberBytes: Int = 64,
        elements: Int = 100_000
    ) {
        self.bytes = bytes
        self.depth = min(depth, Self.deepest)
        self.stringBytes = stringBytes
        self.numberBytes = numberBytes
        self.elements = elements
    }
}
