import Glibc
import NIOCore
import NIOPosix

/// Waits until an event loop has handled the sockets that were ready.
///
/// A task that is handed to the loop does not show that: a loop runs all tasks between two looks at its sockets. This is a
/// pipe with one byte in it. epoll reports ready descriptors in order, so that the loop reads the byte after it has handled
/// each socket that was ready before, at least once.
final class EventLoopTurn: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let isOver: EventLoopPromise<Void>

    private init(_ isOver: EventLoopPromise<Void>) { self.isOver = isOver }

    /// Returns when the loop has handled each socket that is ready now.
    ///
    /// - Throws: the system's error, when no descriptor is free.
    static func pass(through loop: any EventLoop) async throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw IOError(errnoCode: errno, reason: "pipe") }
        var byte: UInt8 = 0
        write(ends[1], &byte, 1)
        close(ends[1])
        let isOver = loop.makePromise(of: Void.self)
        do {
            _ = try await NIOPipeBootstrap(group: loop)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(EventLoopTurn(isOver))
                    }
                }
                .takingOwnershipOfDescriptor(input: ends[0]).get()
        } catch {
            close(ends[0])
            isOver.fail(error)
        }
        try await isOver.futureResult.get()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { isOver.succeed() }

    func channelInactive(context: ChannelHandlerContext) { isOver.fail(ChannelError.ioOnClosedChannel) }
}
