import SwiftSyntax

/// The cases without a payload of the enums of a project.
public struct EnumCases: Sendable {
    private var cases: [String: [String]] = [:]

    public init(of texts: [String]) {
        for text in texts {
            let collector = Collector(viewMode: .sourceAccurate)
            collector.walk(SourceText(text).tree)
            cases.merge(collector.cases) { $0 + $1 }
        }
    }

    /// The cases that can stand for one: of each enum that has it the next one.
    ///
    /// - Parameter type: the name of the enum; nil where the source does not say it.
    func replacements(for name: String, in type: String?) -> [String] {
        var found: [String] = []
        for (other, names) in cases.sorted(by: { $0.key < $1.key }) where type == nil || other == type {
            guard let index = names.firstIndex(of: name), names.count > 1 else { continue }
            let next = names[(index + 1) % names.count]
            if !found.contains(next) { found.append(next) }
        }
        return found
    }

    private final class Collector: SyntaxVisitor {
        var cases: [String: [String]] = [:]

        override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
            let names = node.memberBlock.members.flatMap { member in
                member.decl.as(EnumCaseDeclSyntax.self)?.elements.filter { $0.parameterClause == nil }.map(\.name.text)
                    ?? []
            }
            if !names.isEmpty { cases[node.name.text, default: []] += names }
            return .visitChildren
        }
    }
}
