import Glibc

/// Chance, handed in. Whatever it makes is uniform, and good enough for keys where the random are the system's.
public struct RandomSource: Sendable {
    private let fill: @Sendable (UnsafeMutableRawBufferPointer) -> Void

    /// RandomSource that fill a buffer so; the whole buffer must be written.
    public init(_ fill: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void) { self.fill = fill }

    /// So many random bytes.
    public func bytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            fill(UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: count))
            written = count
        }
    }

    /// 64 random bits.
    public func uint64() -> UInt64 {
        var value: UInt64 = 0
        withUnsafeMutableBytes(of: &value) { fill($0) }
        return value
    }

    /// A number from 0 up to, not including, `bound`, each as likely as the others; the bound is at least 1.
    public func below(_ bound: UInt64) -> UInt64 {
        precondition(bound > 0, "nothing is below zero")
        let uneven = (UInt64.max % bound + 1) % bound
        while true {
            let value = uint64()
            if value <= .max - uneven { return value % bound }
        }
    }

    /// So many decimal digits, leading zeros kept: a one-time code. Bytes that would favour small digits are thrown away.
    public func digits(_ count: Int) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(count)
        while text.count < count {
            for byte in bytes(count - text.count) where byte < 250 { text.append(UInt8(ascii: "0") + byte % 10) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// A new identifier; all 128 bits are random.
    public func id<T: Identifier>() -> T {
        var bits: UInt128 = 0
        withUnsafeMutableBytes(of: &bits) { fill($0) }
        return T(bits: bits)
    }

    /// The kernel's generator. Without it nothing here is safe, so its failure ends the process.
    public static let system = RandomSource { buffer in
        var rest = buffer[...]
        while !rest.isEmpty {
            let part = UnsafeMutableRawBufferPointer(rebasing: rest.prefix(256))  // the most getentropy gives at once
            guard getentropy(part.baseAddress, part.count) == 0 else {
                fatalError("the kernel gives no random bytes")  // a key that can be guessed is worse than no service
            }
            rest = rest.dropFirst(part.count)
        }
    }
}
