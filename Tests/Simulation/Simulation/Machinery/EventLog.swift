import Primitives

/// The history of one simulation: sentences in the order in which things happened, and their running hash.
final class EventLog: @unchecked Sendable {  // all of a simulation runs on one thread
    private(set) var lines: [String] = []
    private(set) var fingerprint = Fingerprint()
    private(set) var counts: [Event: Int] = [:]
    /// True to print each sentence as it is written.
    var isLoud = false
    /// True to print the details as well: each request with its answer.
    var printsDetails = false
    private let executor: SimulatedExecutor
    private let begin: SteadyInstant

    init(_ executor: SimulatedExecutor) {
        self.executor = executor
        begin = executor.now
    }

    /// The number of steps so far: acts, deliveries and faults.
    var steps: Int { counts.reduce(0) { $0 + ($1.key.isStep ? $1.value : 0) } }

    func count(_ event: Event) {
        counts[event, default: 0] += 1
        fingerprint.add(event.rawValue)
    }

    /// Writes a sentence of the story.
    func record(_ sentence: String) {
        let ms = (executor.now - begin).ms
        let fraction = String(ms % 1000 + 1000).dropFirst()
        let line = "\(ms / 1000).\(fraction) \(sentence)"
        fingerprint.add(line)
        if isLoud { print(line) }
        lines.append(line)
        if lines.count > 4000 { lines.removeFirst(2000) }
    }

    /// Writes a detail that is part of the history, but not of the story.
    ///
    /// - Parameter bodies: what is only printed: the bodies of the request and of the answer.
    func detail(_ text: String, bodies: [[UInt8]]) {
        fingerprint.add("\((executor.now - begin).ms) \(text)")
        guard printsDetails else { return }
        print("    \((executor.now - begin).ms) \(text)")
        for body in bodies { print("        \(String(decoding: body, as: UTF8.self))") }
    }
}
