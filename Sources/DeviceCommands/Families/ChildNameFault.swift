import Contracts
import LatchkeyDevice
import Primitives

/// A child that no name or id fits, or more than one.
struct ChildNameFault: ReportedFault {
    let sentence: String
    var name: String { "noSuchChild" }

    init(_ name: String, among children: [ChildView]) {
        let choices = children.map { "\($0.name.escapingUnprintable) (\($0.childId))" }.joined(separator: ", ")
        sentence =
            children.isEmpty
            ? "You have no child here. Add one: latchkey parent add NAME"
            : "No child, or more than one, is named “\(name.escapingUnprintable)”. Choose by name or id: \(choices)."
    }
}

extension Device {
    /// Finds a child of the person by its name, in upper or lower case, or by its id.
    func child(named name: String) async throws -> ChildView {
        let children = try await children()
        let found = children.filter { "\($0.childId)" == name || $0.name.lowercased() == name.lowercased() }
        guard found.count == 1, let child = found.first else { throw ChildNameFault(name, among: children) }
        return child
    }
}
