import SwiftSyntax

/// Constants, cases of enums, and arguments.
extension Finder {
    func offerConstant(_ node: IntegerLiteralExprSyntax) {
        guard let value = node.representedLiteralValue else { return }
        let range = source.range(of: node)
        if value > 0 {
            offer(.constantHalved, at: node, mutated: String(value / 2), [.call("mutantHalved", around: range)])
        }
        let double = value == 0 ? 1 : value.multipliedReportingOverflow(by: 2).partialValue
        offer(.constantDoubled, at: node, mutated: String(double), [.call("mutantDoubled", around: range)])
    }

    /// A case is replaced where it is a whole value: not where it is called with a payload.
    func offerCases(_ node: MemberAccessExprSyntax) {
        if let call = node.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == node.id { return }
        if node.parent?.is(MemberAccessExprSyntax.self) == true { return }
        let type = node.base?.trimmedDescription.split(separator: ".").last.map(String.init)
        if let base = node.base, !base.is(DeclReferenceExprSyntax.self) && !base.is(MemberAccessExprSyntax.self) {
            return
        }
        for other in enums.replacements(for: node.declName.baseName.text, in: type) {
            let mutated = (node.base?.trimmedDescription ?? "") + "." + other
            offer(
                .caseReplaced, at: node, mutated: mutated,
                [.call("mutantReplaced", around: source.range(of: node), suffix: ", \(mutated))")])
        }
    }

    /// Neighbouring arguments are swapped where both are names; the compiler drops those of different types. The order
    /// of the arguments of `min` and `max` does not matter.
    func offerSwaps(_ call: FunctionCallExprSyntax) {
        guard !["min", "max"].contains(call.calledExpression.trimmedDescription) else { return }
        let arguments = Array(call.arguments)
        for (first, second) in zip(arguments, arguments.dropFirst()) {
            let texts = (source[source.range(of: first.expression)], source[source.range(of: second.expression)])
            guard first.expression.isName, second.expression.isName, texts.0 != texts.1 else { continue }
            offer(
                .argumentsSwapped, at: call,
                original: "\(call.calledExpression.trimmedDescription)(… \(texts.0), \(texts.1) …)",
                mutated: "\(texts.1), \(texts.0)",
                [
                    .call("mutantReplaced", around: source.range(of: first.expression), suffix: ", \(texts.1))"),
                    .call("mutantReplaced", around: source.range(of: second.expression), suffix: ", \(texts.0))"),
                ])
        }
    }
}

extension ExprSyntax {
    /// True if it is a variable or a property of one, which can be read twice.
    fileprivate var isName: Bool {
        if let node = self.as(MemberAccessExprSyntax.self) { return node.base?.isName == true }
        guard let node = self.as(DeclReferenceExprSyntax.self) else { return false }
        return node.argumentNames == nil && node.baseName.text.first?.isUppercase == false
    }
}
