/// The bytes of one value as they are written, and the places where containers that are still open belong.
final class Sink {
    /// The bytes lie behind a pointer of their own: a class's variable would be checked for exclusive access at every
    /// byte appended.
    let buffer: UnsafeMutablePointer<[UInt8]>
    private var splices: [(offset: Int, part: Encoding)] = []

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

    /// Leaves room here for a part that will be written later, into a sink of its own.
    func leaveRoom(for part: Encoding) { splices.append((bytes.count, part)) }

    /// All the bytes, every open part closed and put in its place.
    func finish() -> [UInt8] {
        guard !splices.isEmpty else { return bytes }
        var whole: [UInt8] = []
        var copied = 0
        for (offset, part) in splices {
            whole += bytes[copied..<offset]
            part.close()
            whole += part.sink.finish()
            copied = offset
        }
        return whole + bytes[copied...]
    }
}
