import Glibc

/// The number of seconds by which a debug build shifts the host's clock, so that a test can give one process a wrong
/// clock, also while it runs.
///
/// It is the content of the file that `LATCHKEY_CLOCK_SHIFT` names, read again at each reading of the clock. Release
/// builds shift nothing.
public enum ShiftedClock {
    /// The shift in seconds; 0 without the variable, and for a file that cannot be read.
    @inlinable
    public static var seconds: Int64 {
        #if DEBUG
        read()
        #else
        0
        #endif
    }

    private static let path = Environment.value("LATCHKEY_CLOCK_SHIFT")

    @usableFromInline
    static func read() -> Int64 {
        guard let path else { return 0 }
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return 0 }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = Glibc.read(file, &bytes, bytes.count)
        let text = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
        return Int64(text.filter { !$0.isWhitespace }) ?? 0
    }
}
