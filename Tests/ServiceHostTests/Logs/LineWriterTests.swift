import Testing

@testable import ServiceHost

@Suite struct LineWriterTests {
    /// Long enough that only the test's own `flush` writes.
    private static let never = Duration.seconds(3600)

    @Test func `lines come out whole and in order`() {
        let pipe = Pipe()
        let writer = LineWriter(to: pipe.input, pace: Self.never)
        for number in 1...3 { writer.write("line \(number)".utf8) }
        writer.flush()
        #expect(pipe.taken() == "line 1\nline 2\nline 3\n")
        writer.flush()
        #expect(pipe.taken() == "")
    }

    @Test func `past the bound lines are dropped, and the log says how many`() {
        let pipe = Pipe()
        let writer = LineWriter(to: pipe.input, bound: 100, pace: Self.never)
        for _ in 1...50 { writer.write(String(repeating: "x", count: 24).utf8) }
        writer.flush()
        let line = String(repeating: "x", count: 24) + "\n"
        #expect(pipe.taken() == line + line + line + line + "46 log lines were dropped: the log could not keep up\n")
        writer.write("again".utf8)
        writer.flush()
        #expect(pipe.taken() == "again\n")
    }

    @Test func `nobody has to ask: the writer's own thread writes, again and again`() {
        let pipe = Pipe()
        let writer = LineWriter(to: pipe.input, pace: .milliseconds(1))
        for number in 1...5 {
            writer.write("line \(number)".utf8)
            pipe.wait()
            #expect(pipe.taken() == "line \(number)\n")
        }
    }

    @Test func `threads that write at once lose nothing and mix nothing`() async {
        let pipe = Pipe()
        let writer = LineWriter(to: pipe.input, pace: Self.never)
        await withTaskGroup { group in
            for task in 0..<4 {
                group.addTask { for number in 0..<100 { writer.write("\(task) \(number)".utf8) } }
            }
        }
        writer.flush()
        let lines = pipe.taken().split(separator: "\n").map { $0.split(separator: " ").compactMap { Int($0) } }
        #expect(lines.count == 400)
        for task in 0..<4 { #expect(lines.filter { $0[0] == task }.map { $0[1] } == Array(0..<100)) }
    }
}
