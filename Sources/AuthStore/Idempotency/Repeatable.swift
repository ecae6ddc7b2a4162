import Primitives
import SQL

/// The result of a request that its `requestId` lets take effect once.
public enum Repeatable<Value: Sendable>: Sendable {
    /// The request has taken effect now.
    case done(Value)
    /// A request with this `requestId` took effect before.
    case repeated(StoredResponse)
}

extension AuthStore {
    /// Runs a change unless a request with the same key took effect before.
    /// - Parameters:
    ///   - key: nil for a request without a `requestId`, which takes effect each time.
    ///   - response: what a repeated request is answered from.
    ///   - given: the confirmation of the change, whose attempt a repeated request has counted again.
    func changeOnce<Value: Sendable>(
        _ key: IdempotencyKey?, storing response: [UInt8] = [], confirmedBy given: CountedConfirmation = .none,
        at now: Instant,
        _ body: @Sendable @escaping (any Transaction) throws -> Value
    ) async throws -> Repeatable<Value> {
        try await change { transaction in
            if let stored = try IdempotencyTable.claim(key, storing: response, at: now, in: transaction) {
                try given.resetCounts(ofRepeated: stored, in: transaction)
                return .repeated(stored)
            }
            return .done(try body(transaction))
        }
    }
}
