import Foundation

/// Runs a function that blocks on a thread of its own. A task would hold one of the few threads that all tests share.
public func onOwnThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { caller in
        Thread.detachNewThread { caller.resume(with: Swift.Result { try body() }) }
    }
}
