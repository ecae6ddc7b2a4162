import SwiftSyntax

/// Finds the mutations of a file.
///
/// Not offered: patterns, raw values, attributes and parameters of macros, where a switch cannot stand; and what no test of the
/// product can be expected to see, which ``isIgnored(_:)`` lists.
public final class Finder: SyntaxVisitor {
    let source: SourceText
    let enums: EnumCases
    private var found: [Mutation] = []
    private var declarations: [(name: String, hash: String)] = []

    /// All mutations of a file in the order of its text.
    public static func mutations(of text: String, enums: EnumCases) -> [Mutation] {
        let finder = Finder(SourceText(text), enums)
        finder.walk(finder.source.tree)
        var seen: [[String]: Int] = [:]
        return finder.found.map { mutation in
            var mutation = mutation
            let key = [mutation.function, mutation.kind.rawValue, mutation.original, mutation.mutated]
            seen[key, default: 0] += 1
            mutation.ordinal = seen[key]!
            return mutation
        }
    }

    private init(_ source: SourceText, _ enums: EnumCases) {
        self.source = source
        self.enums = enums
        super.init(viewMode: .sourceAccurate)
    }

    func offer(
        _ kind: Mutation.Kind, at node: some SyntaxProtocol, original: String? = nil, mutated: String, _ edits: [Edit]
    ) {
        let place = Place(
            line: source.line(of: node), function: declarations.map(\.name).joined(separator: "."),
            functionHash: declarations.last?.hash ?? "")
        let text = original ?? source[source.range(of: node)]
        found.append(Mutation(kind, at: place, original: text.onOneLine, mutated: mutated.onOneLine, edits: edits))
    }

    private func enter(_ name: String, _ node: some SyntaxProtocol) -> SyntaxVisitorContinueKind {
        declarations.append((name, node.tokenHash))
        return .visitChildren
    }

    public override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text, node) }
    public override func visitPost(_ node: StructDeclSyntax) { declarations.removeLast() }
    public override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text, node) }
    public override func visitPost(_ node: ClassDeclSyntax) { declarations.removeLast() }
    public override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text, node) }
    public override func visitPost(_ node: EnumDeclSyntax) { declarations.removeLast() }
    public override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text, node) }
    public override func visitPost(_ node: ActorDeclSyntax) { declarations.removeLast() }
    public override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text, node) }
    public override func visitPost(_ node: ProtocolDeclSyntax) { declarations.removeLast() }
    public override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.extendedType.trimmedDescription, node)
    }
    public override func visitPost(_ node: ExtensionDeclSyntax) { declarations.removeLast() }
    public override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.name.text + node.signature.parameterClause.labels, node)
    }
    public override func visitPost(_ node: FunctionDeclSyntax) { declarations.removeLast() }
    public override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
        enter("init" + node.signature.parameterClause.labels, node)
    }
    public override func visitPost(_ node: InitializerDeclSyntax) { declarations.removeLast() }
    public override func visit(_ node: DeinitializerDeclSyntax) -> SyntaxVisitorContinueKind { enter("deinit", node) }
    public override func visitPost(_ node: DeinitializerDeclSyntax) { declarations.removeLast() }
    public override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
        enter("subscript" + node.parameterClause.labels, node)
    }
    public override func visitPost(_ node: SubscriptDeclSyntax) { declarations.removeLast() }
    public override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        guard node.isMember else { return .visitChildren }
        return enter(node.bindings.first!.pattern.trimmedDescription, node)
    }
    public override func visitPost(_ node: VariableDeclSyntax) {
        if node.isMember { declarations.removeLast() }
    }

    public override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    public override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    public override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    public override func visit(_ node: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    public override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    public override func visit(_ node: AvailabilityConditionSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    public override func visit(_ node: GenericArgumentSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    /// Logging, which is for people; assertions, whose conditions hold in correct code; and reserved memory.
    func isIgnored(_ call: FunctionCallExprSyntax) -> Bool {
        let words = call.calledExpression.trimmedDescription.split(separator: ".").map { $0.lowercased() }
        let assertions: Set = ["precondition", "assert", "preconditionfailure", "assertionfailure", "fatalerror"]
        return words.dropLast().contains { $0.hasSuffix("log") || $0.hasSuffix("logger") }
            || assertions.contains(words[0])
            || words.last == "reservecapacity" || words.last == "init" && ["self", "super"].contains(words[0])
    }

    public override func visit(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind {
        for element in node.conditions { offerAlwaysTrue(.guardRemoved, element.condition) }
        return .visitChildren
    }

    public override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
        offerConditions(node.conditions)
        return .visitChildren
    }

    public override func visit(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind {
        offerConditions(node.conditions)
        return .visitChildren
    }

    public override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
        offerTurned(node.condition)
        return .visitChildren
    }

    public override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
        offerTurned(node.condition)
        return .visitChildren
    }

    public override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
        offerOperator(node)
        return .visitChildren
    }

    public override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        let mutated = node.literal.text == "true" ? "false" : "true"
        offer(.literalNegated, at: node, mutated: mutated, [.call("mutantNegated", around: source.range(of: node))])
        return .skipChildren
    }

    public override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        offerConstant(node)
        return .skipChildren
    }

    public override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        offerCases(node)
        return .visitChildren
    }

    public override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if isIgnored(node) { return .skipChildren }
        offerSwaps(node)
        return .visitChildren
    }

    public override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        offerConditionsOfSQL(node)
        return .visitChildren
    }

    public override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
        offerDeletion(node)
        return .visitChildren
    }
}

extension FunctionParameterClauseSyntax {
    /// The labels of the parameters, as in `(_:of:)`.
    fileprivate var labels: String { "(" + parameters.map { $0.firstName.text + ":" }.joined() + ")" }
}

extension VariableDeclSyntax {
    /// True if it belongs to a type or a file, not to a function.
    fileprivate var isMember: Bool {
        parent?.is(MemberBlockItemSyntax.self) == true || parent?.parent?.parent?.is(SourceFileSyntax.self) == true
    }
}

extension String {
    /// The text with each run of white space as one space.
    fileprivate var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
