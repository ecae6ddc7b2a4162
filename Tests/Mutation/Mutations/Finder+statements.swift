import SwiftSyntax

/// Statements whose result nobody uses.
extension Finder {
    func offerDeletion(_ item: CodeBlockItemSyntax) {
        guard isDeletable(item) else { return }
        offer(.statementDeleted, at: item.item, mutated: "", [.statement(source.range(of: item.item))])
    }

    private func isDeletable(_ item: CodeBlockItemSyntax) -> Bool {
        switch item.item {
        case .stmt(let statement):
            return statement.as(ReturnStmtSyntax.self).map { $0.expression == nil }
                ?? statement.is(ContinueStmtSyntax.self)
        case .expr(let expression):
            let value = expression.withoutEffects
            if let call = value.as(FunctionCallExprSyntax.self) { return !isIgnored(call) && !isResult(item) }
            guard let infix = value.as(InfixOperatorExprSyntax.self) else { return false }
            if infix.operator.is(AssignmentExprSyntax.self) { return !isInitialisation(item) }
            return infix.operator.trimmedDescription.hasSuffix("=") && !isComparison(infix)
        default: return false
        }
    }

    private func isComparison(_ node: InfixOperatorExprSyntax) -> Bool {
        ["==", "!=", "<=", ">="].contains(node.operator.trimmedDescription)
    }

    /// Whether the item is the value of a function, since it is the only one of its body.
    private func isResult(_ item: CodeBlockItemSyntax) -> Bool {
        guard let list = item.parent?.as(CodeBlockItemListSyntax.self), list.count == 1 else { return false }
        if list.parent?.is(AccessorBlockSyntax.self) == true { return true }
        guard let owner = list.parent?.parent else { return false }
        if let function = owner.as(FunctionDeclSyntax.self) { return function.signature.returnClause != nil }
        return owner.as(AccessorDeclSyntax.self)?.accessorSpecifier.tokenKind == .keyword(.get)
    }

    /// Whether the item may be the first assignment of a stored property, without which an initialiser does not compile.
    private func isInitialisation(_ item: CodeBlockItemSyntax) -> Bool {
        var node = item.parent
        while let current = node, !current.is(FunctionDeclSyntax.self), !current.is(ClosureExprSyntax.self) {
            if current.is(InitializerDeclSyntax.self) { return true }
            node = current.parent
        }
        return false
    }
}
