import SwiftSyntax

/// The conditions of SQL texts.
extension Finder {
    func offerConditionsOfSQL(_ node: StringLiteralExprSyntax) {
        let whole = source.range(of: node)
        let quotes = node.openingQuote.trimmedLength.utf8Length + (node.openingPounds?.trimmedLength.utf8Length ?? 0)
        let inside = (whole.lowerBound + quotes)..<(whole.upperBound - quotes)
        guard inside.lowerBound < inside.upperBound else { return }
        let text = Array(source.bytes[inside])
        for change in SQLConditions.changes(of: text) {
            var mutated = text
            mutated.replaceSubrange(change.range, with: Array(change.text.utf8))
            let literal =
                source[whole.lowerBound..<inside.lowerBound] + String(decoding: mutated, as: UTF8.self)
                + source[inside.upperBound..<whole.upperBound]
            offer(
                change.isDrop ? .sqlConditionDropped : .sqlBoundaryChanged, at: node,
                original: String(decoding: text[change.range], as: UTF8.self), mutated: change.text,
                [.call("mutantText", around: whole, suffix: ", \(literal))")])
        }
    }
}
