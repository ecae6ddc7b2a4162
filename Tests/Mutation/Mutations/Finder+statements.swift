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
            // The body of a `guard` has to leave its scope.
            if item.parent?.parent?.parent?.is(GuardStmtSyntax.self) == true { return false }
            return statement.as(ReturnStmtSyntax.self).map { $0.expression == nil }
                ?? (statement.is(ContinueStmtSyntax.self) && !endsLoop(item))
        case .expr(let expression):
            let value = expression.withoutEffects
            if let call = value.as(FunctionCallExprSyntax.self) { return !isIgnored(call) && !isResult(item) }
            guard let infix = value.as(InfixOperatorExprSyntax.self) else { return false }
            if infix.operator.is(AssignmentExprSyntax.self) { return !isInitialisation(item) }
            return infix.operator.trimmedDescription.hasSuffix("=") && !isComparison(infix)
        default: return false
        }
    }

    /// True if nothing of a loop's body comes after the item, so that `continue` changes nothing there.
    private func endsLoop(_ item: CodeBlockItemSyntax) -> Bool {
        guard let list = item.parent?.as(CodeBlockItemListSyntax.self), list.last == item else { return false }
        var node = list.parent
        while let current = node {
            if current.is(ForStmtSyntax.self) || current.is(WhileStmtSyntax.self) { return true }
            if current.is(FunctionDeclSyntax.self) || current.is(SwitchCaseSyntax.self) { return false }
            if let outer = current.as(CodeBlockItemSyntax.self) { return endsLoop(outer) }
            node = current.parent
        }
        return false
    }

    private func isComparison(_ node: InfixOperatorExprSyntax) -> Bool {
        ["==", "!=", "<=", ">="].contains(node.operator.trimmedDescription)
    }

    /// True if the item is a value, since it is the only one of a function, of a closure, or of a branch that is itself a value.
    private func isResult(_ item: CodeBlockItemSyntax) -> Bool {
        guard let list = item.parent?.as(CodeBlockItemListSyntax.self), list.count == 1, let owner = list.parent else {
            return false
        }
        if owner.is(AccessorBlockSyntax.self) || owner.is(ClosureExprSyntax.self) { return true }
        if let branch = owner.as(SwitchCaseSyntax.self) { return branch.parent?.parent.map(isValue) ?? false }
        guard let outer = owner.parent else { return false }
        if let function = outer.as(FunctionDeclSyntax.self) { return function.signature.returnClause != nil }
        if let accessor = outer.as(AccessorDeclSyntax.self) {
            return accessor.accessorSpecifier.tokenKind == .keyword(.get)
        }
        return outer.is(IfExprSyntax.self) && isValue(outer)
    }

    /// True if an `if` or `switch` is a value: it is assigned or returned, or the only statement of what has one.
    private func isValue(_ branching: Syntax) -> Bool {
        guard let parent = branching.parent else { return false }
        if parent.is(IfExprSyntax.self) { return isValue(parent) }
        guard let item = parent.as(CodeBlockItemSyntax.self) ?? parent.parent?.as(CodeBlockItemSyntax.self),
            parent.is(CodeBlockItemSyntax.self) || parent.is(ExpressionStmtSyntax.self)
        else { return true }
        return isResult(item)
    }

    /// True if the item may be the first assignment of a stored property, without which an initialiser does not compile.
    private func isInitialisation(_ item: CodeBlockItemSyntax) -> Bool {
        var node = item.parent
        while let current = node, !current.is(FunctionDeclSyntax.self), !current.is(ClosureExprSyntax.self) {
            if current.is(InitializerDeclSyntax.self) { return true }
            node = current.parent
        }
        return false
    }
}
