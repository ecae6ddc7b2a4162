import Foundation
import Primitives
import Synchronization

/// Takes the codes out of the message files that auth's spool driver writes, for callers that wait for them.
final class CodeInbox: Sendable {
    private struct State {
        /// The codes that arrived before anybody waited for them, by the digits of the phone number.
        var arrived: [String: OneTimeCode] = [:]
        var waiting: [String: CheckedContinuation<OneTimeCode, Never>] = [:]
    }

    private let folder: String
    private let state = Mutex(State())

    init(_ folder: String) { self.folder = folder }

    /// Waits for the code in the next message to a number. At most one caller waits for a number.
    func code(to phone: String) async -> OneTimeCode {
        let digits = phone.filter(\.isWholeNumber)
        return await withCheckedContinuation { waiting in
            let arrived = state.withLock { state in
                let code = state.arrived.removeValue(forKey: digits)
                if code == nil { state.waiting[digits] = waiting }
                return code
            }
            if let arrived { waiting.resume(returning: arrived) }
        }
    }

    /// Reads the folder in a loop, every millisecond while it is empty, and removes each file that it has read.
    func readUntilCancelled() async {
        while !Task.isCancelled {
            let names = FolderListing.names(in: folder).filter { $0.hasSuffix(".sms") && !$0.hasPrefix(".") }
            for name in names { take(name) }
            if names.isEmpty { try? await Task.pause(for: .milliseconds(1)) } else { await Task.yield() }
        }
    }

    private func take(_ name: String) {
        let path = "\(folder)/\(name)"
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return }
        unlink(path)
        let digits = String(name.prefix { $0 != "." })
        guard let code = text.split(separator: "#").last.flatMap({ OneTimeCode(String($0.prefix(6))) }) else { return }
        let waiting = state.withLock { state in
            let waiting = state.waiting.removeValue(forKey: digits)
            if waiting == nil { state.arrived[digits] = code }
            return waiting
        }
        waiting?.resume(returning: code)
    }
}
