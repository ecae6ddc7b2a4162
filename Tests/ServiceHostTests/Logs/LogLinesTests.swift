import Logging
import StrictJSON
import Support
import Testing

@testable import ServiceHost

@Suite struct LogLinesTests {
    private static func lines(_ form: LogForm, _ speak: (inout Logger) -> Void) -> String {
        let pipe = Pipe()
        let writer = LineWriter(to: pipe.input, pace: .seconds(3600))
        let clock = StoppedClock().wall
        var logger = Logger(label: "auth") {
            LogLines(label: $0, logLevel: .info, form: form, clock: clock, lines: writer)
        }
        speak(&logger)
        writer.flush()
        return pipe.taken()
    }

    @Test func `a line of text has time, level, source, message and facts in order of name`() {
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
    func `nothing a caller sends ends a line or drives a terminal`(evil: String) throws {
        for form in LogForm.allCases {
            let text = Self.lines(form) {
                $0.info("one\(evil)1750000000000 info auth: forged", metadata: ["fact": "a\(evil)b"])
            }
            #expect(text.hasSuffix("\n"))
            let line = text.dropLast()
            if form == .text {
                #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
                #expect(!line.unicodeScalars.contains { $0 == "\u{2028}" || $0 == "\u{2029}" })
                #expect(line.contains("\\"))
            } else {
                #expect(!line.utf8.contains { $0 < 32 })
                guard case .object(let object) = try JSON(parsing: String(line)) else { throw Trouble() }
                #expect(object["fact"] == .string("a\(evil)b"))
            }
        }
    }

    struct Trouble: Error {}

    @Test func `a JSON line is one object, whose own members no fact can replace`() throws {
        let text = Self.lines(.json) { $0.error("it \"broke\"", metadata: ["level": "info", "n": "1", "at": "0"]) }
        let told = #"{"at":"1750000000000","level":"error","from":"auth","message":"it \"broke\"","n":"1"}"#
        #expect(text == told + "\n")
        _ = try JSON(parsing: String(text.dropLast()))
    }
}
