import Primitives

/// The accounts that a dry run of an import has found would be made. They decide about later lines with the same numbers, as the
/// accounts do that the import itself makes.
public struct PlannedImports: Sendable {
    private var groups: [E164: String] = [:]

    public init() {}

    /// The outcome that the import would have for a person of the list.
    /// - Parameter found: the outcome for this person alone.
    public mutating func outcome(of phone: String, in group: String, _ found: ImportOutcome) -> ImportOutcome {
        guard found == .created, let number = E164(parsing: phone) else { return found }
        guard let planned = groups[number] else {
            groups[number] = group
            return .created
        }
        return planned == group ? .unchanged : .inOtherGroup
    }
}
