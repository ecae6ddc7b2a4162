// One row for each kind of identifier: what it names. The form they share is in Identifier.swift.

/// A person: member, parent, child or operator.
public struct AccountID: Identifier {
    /// The whole value.
    public var bits: UInt128 { words.bits }
    private let words: IdentifierWords
    /// The identifier with exactly these bits.
    public init(bits: UInt128) { words = IdentifierWords(bits) }
}

/// A device as auth knows it, made when its key is first seen.
public struct DeviceID: Identifier {
    /// The whole value.
    public var bits: UInt128 { words.bits }
    private let words: IdentifierWords
    /// The identifier with exactly these bits.
    public init(bits: UInt128) { words = IdentifierWords(bits) }
}

/// One login of one device.
public struct SessionID: Identifier {
    /// The whole value.
    public var bits: UInt128 { words.bits }
    private let words: IdentifierWords
    /// The identifier with exactly these bits.
    public init(bits: UInt128) { words = IdentifierWords(bits) }
}

/// One one-time code's or proof's challenge; all 128 bits are random, so it cannot be guessed.
public struct ChallengeID: Identifier {
    /// The whole value.
    public var bits: UInt128 { words.bits }
    private let words: IdentifierWords
    /// The identifier with exactly these bits.
    public init(bits: UInt128) { words = IdentifierWords(bits) }
}

/// An item in the vault, chosen by the device that made it.
public struct SecretID: Identifier {
    /// The whole value.
    public var bits: UInt128 { words.bits }
    private let words: IdentifierWords
    /// The identifier with exactly these bits.
    public init(bits: UInt128) { words = IdentifierWords(bits) }
}

/// One vault operation, kept over retries so that it applies once.
public struct OperationID: Identifier {
    /// The whole value.
    public var bits: UInt128 { words.bits }
    private let words: IdentifierWords
    /// The identifier with exactly these bits.
    public init(bits: UInt128) { words = IdentifierWords(bits) }
}

/// One mutating request, kept over retries so that it is answered once.
public struct RequestID: Identifier {
    /// The whole value.
    public var bits: UInt128 { words.bits }
    private let words: IdentifierWords
    /// The identifier with exactly these bits.
    public init(bits: UInt128) { words = IdentifierWords(bits) }
}

/// A short-lived right to finish a login or a binding.
public struct TicketID: Identifier {
    /// The whole value.
    public var bits: UInt128 { words.bits }
    private let words: IdentifierWords
    /// The identifier with exactly these bits.
    public init(bits: UInt128) { words = IdentifierWords(bits) }
}

/// The refresh tokens that descend from one login.
public struct FamilyID: Identifier {
    /// The whole value.
    public var bits: UInt128 { words.bits }
    private let words: IdentifierWords
    /// The identifier with exactly these bits.
    public init(bits: UInt128) { words = IdentifierWords(bits) }
}

/// An entry of the outbox or of the audit.
public struct EventID: Identifier {
    /// The whole value.
    public var bits: UInt128 { words.bits }
    private let words: IdentifierWords
    /// The identifier with exactly these bits.
    public init(bits: UInt128) { words = IdentifierWords(bits) }
}

/// One unbroken history of a vault database; new after every restore.
public struct EpochID: Identifier {
    /// The whole value.
    public var bits: UInt128 { words.bits }
    private let words: IdentifierWords
    /// The identifier with exactly these bits.
    public init(bits: UInt128) { words = IdentifierWords(bits) }
}
