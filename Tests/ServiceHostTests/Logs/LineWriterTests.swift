import Testing

@testable import ServiceHost

@Suite struct LineWriterTests {
    /// A delay so long that only the test's own `flush` writes.
    private static let never = Duration.seconds(3600)

    @Test func `lines are written whole and in order`() {
        let pipe = LogPipe()
        let writer = LineWriter(to: pipe.input, delay: Self.never)
        for number in 1...3 { writer.write("line \(number)".utf8) }
        writer.flush()
        #expect(pipe.read() == "line 1\nline 2\nline 3\n")
        writer.flush()
        #expect(pipe.read() == "")
    }

    @Test func `the lines of the process go to standard error`() async throws {
        let process = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            LineWriter.standardError.write("a line".utf8)
            LineWriter.standardError.flush()
        }
        let text = String(decoding: try #require(process).standardErrorContent, as: UTF8.self)
        #expect(text.split(separator: "\n").contains("a line"))
    }

    @Test func `lines beyond the bound are dropped, and the log says how many`() {
        let pipe = LogPipe()
        let writer = LineWriter(to: pipe.input, bound: 100, delay: Self.never)
        for _ in 1...50 { writer.write(String(repeating: "x", count: 24).utf8) }
        writer.flush()
        let line = String(repeating: "x", count: 24) + "\n"
        #expect(pipe.read() == line + line + line + line + "46 log lines were dropped: the log could not keep up\n")
        writer.write("again".utf8)
        writer.flush()
        #expect(pipe.read() == "again\n")
    }

    @Test func `the writer's own thread writes each line without a flush`() {
        let pipe = LogPipe()
        let writer = LineWriter(to: pipe.input, delay: .milliseconds(1))
        for number in 1...5 {
            writer.write("line \(number)".utf8)
            pipe.wait()
            #expect(pipe.read() == "line \(number)\n")
        }
    }

    @Test func `lines of threads that write at once are neither lost nor mixed`() async {
        let pipe = LogPipe()
        let writer = LineWriter(to: pipe.input, delay: Self.never)
        await withTaskGroup { group in
            for task in 0..<4 {
                group.addTask { for number in 0..<100 { writer.write("\(task) \(number)".utf8) } }
            }
        }
        writer.flush()
        let lines = pipe.read().split(separator: "\n").map { $0.split(separator: " ").compactMap { Int($0) } }
        #expect(lines.count == 400)
        for task in 0..<4 { #expect(lines.filter { $0[0] == task }.map { $0[1] } == Array(0..<100)) }
    }
}
