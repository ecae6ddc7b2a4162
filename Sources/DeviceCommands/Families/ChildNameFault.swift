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
    func child(named name: String) async throws -> ChildView { try await children().child(named: name) }
}

extension [ChildView] {
    /// Finds a child by its name, in upper or lower case, or by its id.
    func child(named name: String) throws -> ChildView {
        let found = fitting(name)
        guard found.count == 1, let child = found.first else { throw ChildNameFault(name, among: self) }
        return child
    }

    /// The children of this name, in upper or lower case, or of this id.
    func fitting(_ name: String) -> Self {
        filter { "\($0.childId)" == name || $0.name.lowercased() == name.lowercased() }
    }
}
