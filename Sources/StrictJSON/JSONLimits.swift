/// The limits of a text that the parser accepts. A text exactly at a limit is accepted.
public struct JSONLimits: Sendable, Hashable {
    /// The longest text in bytes.
    public var bytes: Int

    /// The deepest nesting of arrays and objects: 1 allows `[]`, 0 only scalars. It is at most `deepest`.
    public var depth: Int { didSet { depth = min(depth, Self.deepest) } }

    /// The longest string or member name in bytes, counted as written between its quotes.
    public var stringBytes: Int

    /// The longest number token in bytes. 64 is enough for every 128-bit integer and for the shortest form of every
    /// Double.
    public var numberBytes: Int

    /// The most elements of one array, and the most members of one object.
    public var elements: Int

    /// The largest possible depth. The parser recurses once for each level, and the stack of every thread has room for
    /// this many levels.
    public static let deepest = 512

    /// The limits of a request: 1 MiB in all and for each string, 32 levels, numbers of 64 bytes, 100 000 elements in
    /// each array or object.
    public static let standard = JSONLimits()

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
