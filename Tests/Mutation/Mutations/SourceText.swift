import SwiftOperators
import SwiftParser
import SwiftSyntax

/// A source file, parsed.
struct SourceText {
    let bytes: [UInt8]
    let tree: Syntax
    private let lines: SourceLocationConverter

    init(_ text: String) {
        bytes = Array(text.utf8)
        let parsed = Parser.parse(source: text)
        // An operator that the standard library does not declare is left unfolded, and offers no mutation.
        tree = OperatorTable.standardOperators.foldAll(parsed) { _ in }
        lines = SourceLocationConverter(fileName: "", tree: tree)
    }

    func line(of node: some SyntaxProtocol) -> Int {
        lines.location(for: node.positionAfterSkippingLeadingTrivia).line
    }

    /// The bytes of a node without the white space and the comments around it.
    func range(of node: some SyntaxProtocol) -> Range<Int> {
        node.positionAfterSkippingLeadingTrivia.utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset
    }

    subscript(range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

extension SyntaxProtocol {
    /// A number of the node's tokens, which does not depend on white space, comments or the process (FNV-1a, 64 bits).
    var tokenHash: String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for token in tokens(viewMode: .sourceAccurate) {
            for byte in Array(token.text.utf8) + [0] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
        return String(hash, radix: 16)
    }
}
