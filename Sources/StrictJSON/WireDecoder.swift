/// Turns a JSON value into a `Decodable` type, strictly.
///
/// Integers come only from integral tokens that fit (never `1.0`), strings only from strings, booleans only from
/// `true` and `false`. `null` counts as absent for an optional member. A dictionary's keys are its own.
public struct WireDecoder: Sendable {
    /// What to do with a member that the type has no coding key for.
    public enum UnknownMembers: Sendable, Hashable {
        /// The value is refused, and the fault names the member. For requests: a typo is never a silent no-op.
        case refused
        /// The member is passed over. For answers: a newer peer may say more.
        case ignored
    }

    private let unknownMembers: UnknownMembers

    /// A decoder that treats unknown members so.
    public init(unknownMembers: UnknownMembers = .ignored) { self.unknownMembers = unknownMembers }

    /// The value as the type.
    /// - Throws: the first fault found, naming the member.
    public func decode<T: Decodable>(_ type: T.Type, from value: JSON) throws(WireFault) -> T {
        let session = Decoding.Session(refusesUnknown: unknownMembers == .refused)
        let decoding = Decoding(value, session: session, parent: nil, step: .root)
        do {
            let decoded = try decoding.decode(whole: type)
            for open in session.open { try open.refuseUnknownMembers() }
            return decoded
        } catch {
            throw WireFault(error)
        }
    }
}

extension WireFault {
    /// Any error met while decoding. What the standard library says of its own insides is put in plain words.
    init(_ error: any Error) {
        switch error {
        case let fault as WireFault:
            self = fault
        case DecodingError.keyNotFound(let key, let context):
            self.init(path: Step.text(of: context.codingPath + [key]), problem: .missing)
        case DecodingError.valueNotFound(_, let context):
            self.init(path: Step.text(of: context.codingPath), problem: .missing)
        case DecodingError.typeMismatch(_, let context):
            self.init(path: Step.text(of: context.codingPath), problem: .wrongType(expected: "of another type"))
        case DecodingError.dataCorrupted(let context):
            let isRawValue = context.debugDescription.hasPrefix("Cannot initialize")
            self.init(
                path: Step.text(of: context.codingPath),
                problem: .invalid(isRawValue ? "It is not one of the known values." : context.debugDescription))
        default:
            self.init(path: "", problem: .invalid("It cannot be read."))
        }
    }
}
