import Logging
import StrictJSON
import Support
import Testing

@testable import ServiceHost

@Suite struct LineLogHandlerTests {
    private static func lines(_ format: LogFormat, _ write: (inout Logger) -> Void) -> String {
        let pipe = LogPipe()
        let writer = LineWriter(to: pipe.input, delay: .seconds(3600))
        let clock = StoppedClock().wall
        var logger = Logger(label: "auth") {
            LineLogHandler(label: $0, level: LiveValue(.info), format: format, clock: clock, lines: writer)
        }
        write(&logger)
        writer.flush()
        return pipe.read()
    }

    @Test func `a line of text has time, level, logger, message and sorted metadata`() {
        let text = Self.lines(.text) { logger in
            logger[metadataKey: "traceId"] = "abc"
            logger.warning("slow", metadata: ["us": "12", "method": "a.b"])
            logger.debug("unheard")
        }
        #expect(text == "1750000000000 warning auth: slow method=\"a.b\" traceId=\"abc\" us=\"12\"\n")
    }

    @Test(arguments: [
        "\r\n", "\n", "\r", "\u{0}", "\u{1b}[2J", "\u{7f}", "\u{85}", "\u{9b}", "\u{2028}", "\u{2029}", "\u{b}",
    ])
    func `no text of a caller ends a line or controls a terminal`(evil: String) throws {
        for format in LogFormat.allCases {
            let text = Self.lines(format) {
                $0.info("one\(evil)1750000000000 info auth: forged", metadata: ["fact": "a\(evil)b"])
            }
            #expect(text.hasSuffix("\n"))
            let line = text.dropLast()
            #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
            #expect(!line.unicodeScalars.contains { $0 == "\u{2028}" || $0 == "\u{2029}" })
            #expect(line.contains("\\"))
            if format == .json {
                guard case .object(let object) = try JSON(parsing: String(line)) else { throw NotAnObject() }
                #expect(object["fact"] == .string("a\(evil)b"))
            }
        }
    }

    struct NotAnObject: Error {}

    @Test func `a JSON line is one object whose own members no metadata can replace`() throws {
        let text = Self.lines(.json) { $0.error("it \"broke\"", metadata: ["level": "info", "n": "1", "at": "0"]) }
        let expected = #"{"at":"1750000000000","level":"error","from":"auth","message":"it \"broke\"","n":"1"}"#
        #expect(text == expected + "\n")
        _ = try JSON(parsing: String(text.dropLast()))
    }
}
