// One row for each kind of identifier: what it names. The form they share is in Identifier.swift.

/// A person: member, parent, child or operator.
public struct AccountID: Identifier {
    /// The whole value.
    public let bits: UInt128
    /// The identifier with exactly these bits.
    public init(bits: UInt128) { self.bits = bits }
}

/// A device as auth knows it, made when its key is first seen.
public struct DeviceID: Identifier {
    /// The whole value.
    public let bits: UInt128
    /// The identifier with exactly these bits.
    public init(bits: UInt128) { self.bits = bits }
}

/// One login of one device.
public struct SessionID: Identifier {
    /// The whole value.
    public let bits: UInt128
    /// The identifier with exactly these bits.
    public init(bits: UInt128) { self.bits = bits }
}

/// One one-time code's or proof's challenge; all 128 bits are random, so it cannot be guessed.
public struct ChallengeID: Identifier {
    /// The whole value.
    public let bits: UInt128
    /// The identifier with exactly these bits.
    public init(bits: UInt128) { self.bits = bits }
}

/// An item in the vault, chosen by the device that made it.
public struct SecretID: Identifier {
    /// The whole value.
    public let bits: UInt128
    /// The identifier with exactly these bits.
    public init(bits: UInt128) { self.bits = bits }
}

/// One vault operation, kept over retries so that it applies once.
public struct OperationID: Identifier {
    /// The whole value.
    public let bits: UInt128
    /// The identifier with exactly these bits.
    public init(bits: UInt128) { self.bits = bits }
}

/// One mutating request, kept over retries so that it is answered once.
public struct RequestID: Identifier {
    /// The whole value.
    public let bits: UInt128
    /// The identifier with exactly these bits.
    public init(bits: UInt128) { self.bits = bits }
}

/// A short-lived right to finish a login or a binding.
public struct TicketID: Identifier {
    /// The whole value.
    public let bits: UInt128
    /// The identifier with exactly these bits.
    public init(bits: UInt128) { self.bits = bits }
}

/// The refresh tokens that descend from one login.
public struct FamilyID: Identifier {
    /// The whole value.
    public let bits: UInt128
    /// The identifier with exactly these bits.
    public init(bits: UInt128) { self.bits = bits }
}

/// An entry of the outbox or of the audit.
public struct EventID: Identifier {
    /// The whole value.
    public let bits: UInt128
    /// The identifier with exactly these bits.
    public init(bits: UInt128) { self.bits = bits }
}

/// One unbroken history of a vault database; new after every restore.
public struct EpochID: Identifier {
    /// The whole value.
    public let bits: UInt128
    /// The identifier with exactly these bits.
    public init(bits: UInt128) { self.bits = bits }
}
