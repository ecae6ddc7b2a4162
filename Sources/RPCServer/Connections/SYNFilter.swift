import Glibc
import NIOCore

/// A filter of the kernel for a listening TCP socket. It drops the packet that asks for a new connection (SYN), and lets
/// everything through that belongs to a connection which the kernel is already setting up.
///
/// Without it the kernel goes on to accept connections for the socket until the very moment of `close()`, and resets those
/// that the program has not taken over: their clients have connected and sent a request, and cannot know whether it was
/// handled. A dropped SYN costs the client a second, until it repeats it and is refused.
enum SYNFilter {
    /// `struct sock_fprog` of `linux/filter.h`, which Glibc's module does not declare.
    private struct Program: Sendable {
        let count: UInt16
        nonisolated(unsafe) let instructions: UnsafePointer<UInt64>  // never written after it was initialized
    }

    /// An instruction of classic BPF as `struct sock_filter` lays it out.
    private static func instruction(_ code: UInt64, ifTrue: UInt64 = 0, ifFalse: UInt64 = 0, _ operand: UInt64)
        -> UInt64
    {
        code | ifTrue << 16 | ifFalse << 24 | operand << 32
    }

    private static let program: Program = {
        let instructions = [
            // The flags are byte 13 of the TCP header, at which a packet begins for the filter of a TCP socket.
            instruction(0x30, 13),
            // Keep SYN (0x02) and ACK (0x10), and continue at the next instruction if only SYN is set.
            instruction(0x54, 0x12),
            instruction(0x15, ifTrue: 0, ifFalse: 1, 0x02),
            // Drop the packet.
            instruction(0x06, 0),
            // Let the whole packet through.
            instruction(0x06, 0xffff_ffff),
        ]
        // The memory is used for as long as the process runs.
        let memory = UnsafeMutablePointer<UInt64>.allocate(capacity: instructions.count)
        memory.initialize(from: instructions, count: instructions.count)
        return Program(count: UInt16(instructions.count), instructions: UnsafePointer(memory))
    }()

    /// Attaches the filter to the socket of a channel.
    ///
    /// - Throws: the system's error; where a sandbox forbids filters, the socket stays as it is.
    static func attach(to channel: any Channel) async throws {
        guard let options = channel as? any SocketOptionProvider else { return }
        try await options.unsafeSetSocketOption(
            level: .socket, name: NIOBSDSocket.Option(rawValue: SO_ATTACH_FILTER), value: program
        ).get()
    }
}
