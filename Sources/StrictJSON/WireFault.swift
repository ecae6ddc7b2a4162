/// A value cannot be decoded as a type: the path of the member and the problem.
public struct WireFault: Error, Sendable, Hashable {
    public enum Problem: Sendable, Hashable {
        /// A required member is absent, or an array has too few elements.
        case missing
        /// The value is of another type; `expected` completes "must be", as in "a string".
        case wrongType(expected: String)
        /// The type has no member of this name.
        case unknownMember
        /// The value is not acceptable; the text gives the reason.
        case invalid(String)
    }

    /// The path of the member, such as `ops[0].id`; empty for the outermost value.
    public let path: String

    public let problem: Problem

    public init(path: String, problem: Problem) {
        self.path = path
        self.problem = problem
    }
}

extension WireFault: CustomStringConvertible {
    /// One sentence that names the member.
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
