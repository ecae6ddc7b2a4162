/// The bytes written so far, and the positions at which nested containers are inserted at the end.
final class OutputBuffer {
    /// The bytes are stored behind a pointer, because access to a stored property of a class is checked for exclusivity
    /// at every appended byte.
    let buffer: UnsafeMutablePointer<[UInt8]>
    private var nested: [(offset: Int, encoder: ValueEncoder)] = []

    init(expecting capacity: Int) {
        buffer = .allocate(capacity: 1)
        buffer.initialize(to: [])
        buffer.pointee.reserveCapacity(capacity)
    }

    deinit {
        buffer.deinitialize(count: 1)
        buffer.deallocate()
    }

    var bytes: [UInt8] {
        _read { yield buffer.pointee }
        _modify { yield &buffer.pointee }
    }

    /// Marks the current position as the one at which `finish` inserts a nested container.
    func reserve(_ encoder: ValueEncoder) { nested.append((bytes.count, encoder)) }

    /// Returns all bytes, with every nested container closed and inserted.
    func finish() -> [UInt8] {
        guard !nested.isEmpty else { return bytes }
        var whole: [UInt8] = []
        var copied = 0
        for (offset, encoder) in nested {
            whole += bytes[copied..<offset]
            encoder.close()
            whole += encoder.output.finish()
            copied = offset
        }
        return whole + bytes[copied...]
    }
}
