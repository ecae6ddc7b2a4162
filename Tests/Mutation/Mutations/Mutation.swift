/// A small mistake that can be planted in a source file.
public struct Mutation: Sendable {
    /// The kinds of mistake, which the report counts separately.
    public enum Kind: String, CaseIterable, Sendable {
        /// An expression of a `guard` counts as true whatever it is.
        case guardRemoved = "guard-removed"
        /// An operand of `&&` counts as true, one of `||` as false; likewise an expression of a list of conditions.
        case operandRemoved = "operand-removed"
        /// The condition of an `if`, a `while` loop or `? :` is negated.
        case conditionNegated = "condition-negated"
        /// A comparison is negated: `==` becomes `!=`, `<` becomes `>=`.
        case comparisonNegated = "comparison-negated"
        /// A comparison includes its limit where it excluded it, or the reverse: `<` becomes `<=`.
        case boundaryChanged = "boundary-changed"
        /// An integer is halved; 1 becomes 0.
        case constantHalved = "constant-halved"
        /// An integer is doubled; 0 becomes 1.
        case constantDoubled = "constant-doubled"
        /// `true` becomes `false`, or the reverse.
        case literalNegated = "literal-negated"
        /// A statement whose result nobody uses is not executed.
        case statementDeleted = "statement-deleted"
        /// Two neighbouring arguments of one type are swapped.
        case argumentsSwapped = "arguments-swapped"
        /// A case of an enum is replaced by another one without a payload.
        case caseReplaced = "case-replaced"
        /// A condition of an SQL text counts as true, or as false where it is an operand of `OR`.
        case sqlConditionDropped = "sql-condition-dropped"
        /// A comparison of an SQL text includes its limit where it excluded it, or the reverse.
        case sqlBoundaryChanged = "sql-boundary-changed"
    }

    public let kind: Kind
    /// The line of the unchanged file, counted from 1.
    public let line: Int
    /// The names of the declarations around the place, from the outermost to the innermost.
    public let function: String
    /// A number that changes when the innermost of these declarations changes in anything but white space and comments.
    public let functionHash: String
    /// Tells mutations of one function apart that read the same; counted from 1.
    public internal(set) var ordinal: Int = 1
    /// What is written in the file, and what takes effect instead.
    public let original: String
    public let mutated: String
    /// The edits that plant this mutation, in a form that does not depend on which others are planted.
    let edits: [Edit]

    init(_ kind: Kind, at place: Place, original: String, mutated: String, edits: [Edit]) {
        self.kind = kind
        line = place.line
        function = place.function
        functionHash = place.functionHash
        self.original = original
        self.mutated = mutated
        self.edits = edits
    }
}

/// Where a mutation is.
struct Place {
    var line: Int
    var function: String
    var functionHash: String
}

/// A change of a file's text. Offsets count UTF-8 bytes of the unchanged file.
enum Edit {
    /// Calls a function of the switch around a piece of the text: its name and the mutation's number go before the piece.
    case call(String, around: Range<Int>, suffix: String = ")")
    /// Puts an `if` around a statement.
    case statement(Range<Int>)
    /// Replaces a piece of the text, for example an operator by a comma.
    case replace(Range<Int>, String)
}
