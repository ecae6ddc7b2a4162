import COpenSSL

/// Bytes in memory of their own that is overwritten before it is freed.
package final class WipedBytes: Sendable {
    private nonisolated(unsafe) let memory: UnsafeMutablePointer<UInt8>  // written in the initialisers only
    private let count: Int

    init(count: Int, filling fill: (UnsafeMutablePointer<UInt8>) -> Void) {
        memory = .allocate(capacity: count)
        memory.initialize(repeating: 0, count: count)
        self.count = count
        fill(memory)
    }

    package convenience init(_ bytes: [UInt8]) {
        self.init(count: bytes.count) { $0.update(from: bytes, count: bytes.count) }
    }

    deinit {
        lk_wipe(memory, count)
        memory.deallocate()
    }

    package func withBytes<T, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> T) throws(E) -> T {
        try body(UnsafeRawBufferPointer(start: memory, count: count))
    }
}
