import JSONRPC
import StrictJSON
import Synchronization

/// A connection that delivers every request and can lose the answer to one. Answers that refuse a proof are not lost.
final class LosingConnection: Connection {
    private let connection: InProcessConnection
    private let method = Mutex<String?>(nil)

    init(_ connection: InProcessConnection) { self.connection = connection }

    /// The method to whose next call the answer will be lost; nil if none will be, and when it has been lost.
    var pendingLoss: String? {
        get { method.withLock { $0 } }
        set { method.withLock { $0 = newValue } }
    }

    func send(_ body: [UInt8], headers: [Header]) async throws(ConnectionError) -> ConnectionReply {
        let reply = try await connection.send(body, headers: headers)
        let called = (try? JSON(parsing: body))?["method"]?.string
        let fault = (try? JSON(parsing: reply.body))?["error"]?["data"]?["fault"]?.string
        let isLost = method.withLock { method in
            guard let called, called == method, fault != "proofRefused" else { return false }
            method = nil
            return true
        }
        if isLost { throw ConnectionError("the answer was lost", mayHaveBeenSent: true) }
        return reply
    }
}
