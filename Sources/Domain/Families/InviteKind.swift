/// The form of an invite. Raw values are stored in the `family_invite` table and are words of the wire.
public enum InviteKind: String, CaseIterable, Hashable, Sendable, Codable {
    /// Eight characters that a person reads out and types in: 40 bits.
    case code
    /// 26 characters in a link that a camera reads: 130 bits.
    case link
}

/// The party that an invite makes part of a family. Raw values are stored in the `family_invite` table.
public enum InvitePurpose: String, CaseIterable, Hashable, Sendable, Codable {
    /// The device of the child.
    case device
    /// Another parent of the child.
    case parent
}
