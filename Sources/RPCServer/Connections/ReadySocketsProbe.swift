import Glibc
import NIOCore
import NIOPosix

/// Waits until an event loop has handled every socket that was ready and that it reads.
///
/// A task is not enough: the loop may run it before it calls `epoll_wait` again. So a pipe that holds one byte is registered
/// with the loop. epoll reports descriptors in the order in which they became ready, so the loop handles all earlier ones
/// before it reads the byte.
final class ReadySocketsProbe: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let isOver: EventLoopPromise<Void>

    private init(_ isOver: EventLoopPromise<Void>) { self.isOver = isOver }

    /// Returns when the loop has handled every socket that is ready now.
    ///
    /// - Throws: the system's error, when no descriptor is free.
    static func wait(for loop: any EventLoop) async throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw IOError(errnoCode: errno, reason: "pipe") }
        _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
        var byte: UInt8 = 0
        write(ends[1], &byte, 1)
        close(ends[1])
        let isOver = loop.makePromise(of: Void.self)
        do {
            _ = try await NIOPipeBootstrap(group: loop)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(ReadySocketsProbe(isOver))
                    }
                }
                .takingOwnershipOfDescriptor(input: ends[0]).get()
        } catch {
            // NIO has closed the descriptor: registering fails only on a loop that ends.
            isOver.fail(error)
            throw error
        }
        try await isOver.futureResult.get()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { isOver.succeed() }

    func channelInactive(context: ChannelHandlerContext) { isOver.fail(ChannelError.ioOnClosedChannel) }
}
