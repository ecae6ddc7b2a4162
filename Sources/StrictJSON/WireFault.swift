/// Why a value does not fit the type it is decoded as, and which member is at fault.
public struct WireFault: Error, Sendable, Hashable {
    /// What is wrong with the member.
    public enum Problem: Sendable, Hashable {
        /// A required member is absent.
        case missing
        /// The value is of another kind; `expected` names the wanted one, as "a string".
        case wrongType(expected: String)
        /// Nobody asks for a member of this name.
        case unknownMember
        /// The value is of the right kind but not acceptable; a sentence says why.
        case invalid(String)
    }

    /// The member in dots and brackets from the outermost value, as `ops[0].id`; empty for the outermost value itself.
    public let path: String

    /// What is wrong with it.
    public let problem: Problem

    /// A fault at a path.
    public init(path: String, problem: Problem) {
        self.path = path
        self.problem = problem
    }
}

extension WireFault: CustomStringConvertible {
    /// One plain sentence that names the member.
    public var description: String {
        let name = path.isEmpty ? "The value" : path
        return switch problem {
        case .missing: "\(name) is missing."
        case .wrongType(let expected): "\(name) must be \(expected)."
        case .unknownMember: "\(name) is not a member that is known here."
        case .invalid(let reason): "\(name) is refused: \(reason)"
        }
    }
}
