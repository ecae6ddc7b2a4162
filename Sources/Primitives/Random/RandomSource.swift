import Glibc

/// A source of random bytes that is passed in, so that tests can repeat it. All its values are uniformly distributed.
/// Keys are made only from ``system``.
public struct RandomSource: Sendable {
    private let fill: @Sendable (UnsafeMutableRawBufferPointer) -> Void

    /// - Parameter fill: writes random bytes to the whole buffer.
    public init(_ fill: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void) { self.fill = fill }

    public func bytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            fill(UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: count))
            written = count
        }
    }

    public func uint64() -> UInt64 {
        var value: UInt64 = 0
        withUnsafeMutableBytes(of: &value) { fill($0) }
        return value
    }

    /// Returns a number from 0 to `bound - 1`. The bound must be at least 1.
    public func below(_ bound: UInt64) -> UInt64 {
        precondition(bound > 0, "the bound must be at least 1")
        // The highest values are drawn again, because they would make small numbers more likely.
        let uneven = (UInt64.max % bound + 1) % bound
        while true {
            let value = uint64()
            if value <= .max - uneven { return value % bound }
        }
    }

    /// Returns decimal digits, leading zeros included, for one-time codes. Bytes of 250 and more are skipped, because
    /// they would make the digits 0 to 5 more likely.
    public func digits(_ count: Int) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(count)
        while text.count < count {
            for byte in bytes(count - text.count) where byte < 250 { text.append(UInt8(ascii: "0") + byte % 10) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns an identifier of 128 random bits.
    public func id<T: Identifier>() -> T {
        var bits: UInt128 = 0
        withUnsafeMutableBytes(of: &bits) { fill($0) }
        return T(bits: bits)
    }

    /// The kernel's random generator. Its failure ends the process, because predictable keys would be worse than no
    /// service.
    public static let system = RandomSource { buffer in
        var rest = buffer[...]
        while !rest.isEmpty {
            let part = UnsafeMutableRawBufferPointer(rebasing: rest.prefix(256))  // getentropy's limit
            guard getentropy(part.baseAddress, part.count) == 0 else {
                fatalError("the kernel gives no random bytes")  // no key may be made without them
            }
            rest = rest.dropFirst(part.count)
        }
    }
}
