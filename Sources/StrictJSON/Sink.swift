/// The bytes of one value as they are written, and the places where containers that are still open belong.
final class Sink {
    var bytes: [UInt8] = []
    private var splices: [(offset: Int, part: Encoding)] = []

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
