/// Decodes JSON values as `Decodable` types, strictly.
///
/// An integer is decoded only from a token without fraction and exponent (never from `1.0`), a string only from a
/// string, a boolean only from `true` and `false`. For an optional member `null` is the same as absent. The keys of a
/// dictionary are never unknown members.
public struct WireDecoder: Sendable {
    /// The treatment of a member that the type has no coding key for.
    public enum UnknownMembers: Sendable, Hashable {
        /// The value is refused with a fault that names the member, so that a misspelt name does not go unnoticed.
        case refused
        /// The member is ignored. For answers, because a newer peer may send more members, and for params, which a
        /// schema has checked.
        case ignored
    }

    private let unknownMembers: UnknownMembers

    public init(unknownMembers: UnknownMembers = .ignored) { self.unknownMembers = unknownMembers }

    /// Decodes a value as a type.
    ///
    /// - Throws: the first fault found, with the path of the member.
    public func decode<T: Decodable>(_ type: T.Type, from value: JSON) throws(WireFault) -> T {
        let session = ValueDecoder.Session(refusesUnknown: unknownMembers == .refused)
        let decoder = ValueDecoder(value, session: session, parent: nil, step: .root)
        do {
            let decoded = try decoder.decode(whole: type)
            for open in session.open { try open.refuseUnknownMembers() }
            return decoded
        } catch {
            throw WireFault(error)
        }
    }
}

extension WireFault {
    /// Converts any error of decoding; the standard library's descriptions of its own types are replaced.
    init(_ error: any Error) {
        switch error {
        case let fault as WireFault:
            self = fault
        case DecodingError.keyNotFound(let key, let context):
            self.init(path: CodingPathStep.text(of: context.codingPath + [key]), problem: .missing)
        case DecodingError.valueNotFound(_, let context):
            self.init(path: CodingPathStep.text(of: context.codingPath), problem: .missing)
        case DecodingError.typeMismatch(_, let context):
            self.init(
                path: CodingPathStep.text(of: context.codingPath), problem: .wrongType(expected: "of another type"))
        case DecodingError.dataCorrupted(let context):
            let isRawValue = context.debugDescription.hasPrefix("Cannot initialize")
            self.init(
                path: CodingPathStep.text(of: context.codingPath),
                problem: .invalid(isRawValue ? "It is not one of the known values." : context.debugDescription))
        default:
            self.init(path: "", problem: .invalid("It cannot be read."))
        }
    }
}
