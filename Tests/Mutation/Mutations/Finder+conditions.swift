import SwiftSyntax

/// Guards, operands and comparisons.
extension Finder {
    func offerAlwaysTrue(_ kind: Mutation.Kind, _ condition: ConditionElementSyntax.Condition) {
        guard case .expression(let expression) = condition else { return }
        let value = expression.withoutEffects
        offer(kind, at: value, mutated: "true", [.call("mutantTrue", around: source.range(of: value))])
    }

    /// The only condition of a statement is negated; of several each counts as true.
    func offerConditions(_ conditions: ConditionElementListSyntax) {
        if conditions.count > 1 {
            for element in conditions { offerAlwaysTrue(.operandRemoved, element.condition) }
        } else if case .expression(let expression)? = conditions.first?.condition {
            offerTurned(expression)
        }
    }

    /// Negates a condition that is not itself a comparison or a combination, which offer mutations of their own.
    func offerTurned(_ condition: ExprSyntax) {
        let value = condition.withoutEffects
        guard !value.is(InfixOperatorExprSyntax.self), !value.is(BooleanLiteralExprSyntax.self) else { return }
        let text = source[source.range(of: value)]
        let mutated = text.hasPrefix("!") ? String(text.dropFirst()) : "!" + text
        offer(.conditionNegated, at: value, mutated: mutated, [.call("mutantNegated", around: source.range(of: value))])
    }

    func offerOperator(_ node: InfixOperatorExprSyntax) {
        guard let sign = node.operator.as(BinaryOperatorExprSyntax.self)?.operator.text else { return }
        switch sign {
        case "&&", "||":
            if node.leftOperand.as(InfixOperatorExprSyntax.self)?.operator.trimmedDescription != sign {
                offerOperand(node.leftOperand, of: sign)
            }
            offerOperand(node.rightOperand, of: sign)
        case "==", "!=", "<", "<=", ">", ">=":
            offerComparison(node, sign)
        default: break
        }
    }

    private func offerOperand(_ operand: ExprSyntax, of sign: String) {
        let value = operand.withoutEffects
        offer(
            .operandRemoved, at: value, mutated: sign == "&&" ? "true" : "false",
            [.call(sign == "&&" ? "mutantTrue" : "mutantFalse", around: source.range(of: value))])
    }

    private func offerComparison(_ node: InfixOperatorExprSyntax, _ sign: String) {
        let negated = ["==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"]
        let changed = [
            "<": ("<=", "mutantLess"), "<=": ("<", "mutantLessOrEqual"),
            ">": (">=", "mutantGreater"), ">=": (">", "mutantGreaterOrEqual"),
        ]
        let whole = source.range(of: node),
            operands = (source.range(of: node.leftOperand), source.range(of: node.rightOperand))
        func with(_ sign: String) -> String { "\(source[operands.0]) \(sign) \(source[operands.1])" }
        offer(.comparisonNegated, at: node, mutated: with(negated[sign]!), [.call("mutantNegated", around: whole)])
        if let (other, name) = changed[sign] {
            offer(
                .boundaryChanged, at: node, mutated: with(other),
                [.call(name, around: whole), .replace(source.range(of: node.operator), ",")])
        }
    }
}

extension ExprSyntax {
    /// The expression behind `try` and `await`, which must stay in front of a call of the switch.
    var withoutEffects: ExprSyntax {
        if let node = self.as(TryExprSyntax.self), node.questionOrExclamationMark == nil {
            return node.expression.withoutEffects
        }
        if let node = self.as(AwaitExprSyntax.self) { return node.expression.withoutEffects }
        return self
    }
}
