import StrictJSON
import Support
import Testing

@testable import DeviceCommands

@Suite struct QRCodeTests {
    /// The least and the greatest content of each version, and a link as it is shown.
    static let contents: [String] =
        [1, 14, 15, 26, 27, 42, 43, 62, 63, 84, 85, 106].map { String(repeating: "j", count: $0) } + [
            "https://auth.example.org/join#ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        ]

    /// Prints, for each content and mask, the matrix of another encoder as a line of 0 and 1.
    private static let script = """
        import json, qrcode, qrcode.util, sys
        for content in json.load(sys.stdin):
            for mask in range(8):
                code = qrcode.QRCode(error_correction=qrcode.ERROR_CORRECT_M, border=0, mask_pattern=mask)
                code.add_data(qrcode.util.QRData(content.encode(), mode=qrcode.util.MODE_8BIT_BYTE), optimize=0)
                code.make()
                print(''.join(str(int(bool(module))) for row in code.get_matrix() for module in row))
        """

    @Test func `every version with every mask is what another encoder makes`() throws {
        let input = JSON.array(Self.contents.map { .string($0) }).text
        let expected = try PythonOracle.run(Self.script, packages: ["qrcode"], input: input).split(separator: "\n")
        let made = Self.contents.flatMap { content in
            (0..<8).map { mask -> String in
                let modules = QRCode(Array(content.utf8), mask: mask)?.modules ?? []
                return String(modules.joined().map { $0 ? "1" : "0" })
            }
        }
        #expect(expected.count == made.count)
        for (index, pair) in zip(expected, made).enumerated() where pair.0 != pair.1[...] {
            Issue.record("content \(index / 8), mask \(index % 8)")
        }
    }

    @Test func `the mask is the one with the least penalty, and content beyond version 6 has no code`() {
        let bytes = Array(Self.contents[12].utf8)
        let chosen = QRCode(bytes)
        let version = QRVersion.all.first { bytes.count <= $0.byteCapacity }
        let penalties = version.map { version in
            (0..<8).map { QRMatrix(version, version.codewords(of: bytes), mask: $0).penalty }
        }
        let best = penalties.flatMap { all in all.firstIndex(of: all.min() ?? 0) }
        #expect(chosen == best.flatMap { QRCode(bytes, mask: $0) })
        #expect(QRCode([UInt8](repeating: 1, count: QRCode.mostBytes)) != nil)
        #expect(QRCode([UInt8](repeating: 1, count: QRCode.mostBytes + 1)) == nil)
    }

    @Test func `the text has a quiet zone of four modules, and two rows of modules in a line`() throws {
        let lines = try #require(QRCode([1, 2, 3], mask: 0)).text.split(separator: "\n")
        #expect(lines.count == 15)
        #expect(lines.allSatisfy { $0.count == 29 })
        #expect(lines[0] == String(repeating: "█", count: 29)[...])
        #expect(lines[2].hasPrefix("████ ▄▄▄▄▄ █"))
        #expect(lines[14] == lines[0])
    }
}
