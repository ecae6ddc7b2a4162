import Foundation

extension ProcessDriver {
    /// Asks the relay to lose the answer to one call of a method, and gives the closure the relay's address.
    ///
    /// - Throws: `StoryError` if there is no relay, and if the closure makes no call whose answer the relay loses.
    func losingAnswer<T>(to method: String, _ body: (_ authURL: String) async throws -> T) async throws -> T {
        guard let relay = pair.relayURL else {
            throw StoryError("no relay loses the answers of this pair: name one with --relay-url URL")
        }
        let request = "\(pair.authData)/lost-answer"
        try method.write(toFile: request, atomically: true, encoding: .utf8)
        let answer = try await body(relay)
        guard !FileManager.default.fileExists(atPath: request) else {
            try FileManager.default.removeItem(atPath: request)
            throw StoryError("the command made no call of \(method) whose answer could be lost")
        }
        return answer
    }
}
