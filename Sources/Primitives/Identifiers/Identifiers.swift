// Each type names one kind of thing. Their common form is declared in Identifier.swift.

/// A person: a member, parent, child or operator.
public struct AccountID: Identifier {
    public var bits: UInt128 { storage.bits }
    private let storage: IdentifierBits
    public init(bits: UInt128) { storage = IdentifierBits(bits) }
}

/// A device key of one account; made at that key's first sign-in to the account.
public struct DeviceID: Identifier {
    public var bits: UInt128 { storage.bits }
    private let storage: IdentifierBits
    public init(bits: UInt128) { storage = IdentifierBits(bits) }
}

/// One login of one device.
public struct SessionID: Identifier {
    public var bits: UInt128 { storage.bits }
    private let storage: IdentifierBits
    public init(bits: UInt128) { storage = IdentifierBits(bits) }
}

/// One issue of a one-time code to a phone number.
public struct ChallengeID: Identifier {
    public var bits: UInt128 { storage.bits }
    private let storage: IdentifierBits
    public init(bits: UInt128) { storage = IdentifierBits(bits) }
}

/// One challenge that the key of a PIN answers with a proof.
public struct PINChallengeID: Identifier {
    public var bits: UInt128 { storage.bits }
    private let storage: IdentifierBits
    public init(bits: UInt128) { storage = IdentifierBits(bits) }
}

/// A second factor of an account. Another one has another identifier.
public struct SecondFactorID: Identifier {
    public var bits: UInt128 { storage.bits }
    private let storage: IdentifierBits
    public init(bits: UInt128) { storage = IdentifierBits(bits) }
}

/// An item in the vault. The device that creates the item chooses the identifier.
public struct SecretID: Identifier {
    public var bits: UInt128 { storage.bits }
    private let storage: IdentifierBits
    public init(bits: UInt128) { storage = IdentifierBits(bits) }
}

/// One vault operation. A retry has the same identifier, so that the operation is applied once.
public struct OperationID: Identifier {
    public var bits: UInt128 { storage.bits }
    private let storage: IdentifierBits
    public init(bits: UInt128) { storage = IdentifierBits(bits) }
}

/// One mutating request. A retry has the same identifier, so that the request takes effect once.
public struct RequestID: Identifier {
    public var bits: UInt128 { storage.bits }
    private let storage: IdentifierBits
    public init(bits: UInt128) { storage = IdentifierBits(bits) }
}

/// The refresh tokens that descend from one login.
public struct FamilyID: Identifier {
    public var bits: UInt128 { storage.bits }
    private let storage: IdentifierBits
    public init(bits: UInt128) { storage = IdentifierBits(bits) }
}

/// An entry of the outbox.
public struct OutboxEntryID: Identifier {
    public var bits: UInt128 { storage.bits }
    private let storage: IdentifierBits
    public init(bits: UInt128) { storage = IdentifierBits(bits) }
}

/// One unbroken history: of one account's vault, or of auth's revocation feed. A new epoch begins when the database was
/// restored or is on another timeline.
public struct EpochID: Identifier {
    public var bits: UInt128 { storage.bits }
    private let storage: IdentifierBits
    public init(bits: UInt128) { storage = IdentifierBits(bits) }
}

/// A generation of one database: the time between two restores or fail-overs.
public struct GenerationID: Identifier {
    public var bits: UInt128 { storage.bits }
    private let storage: IdentifierBits
    public init(bits: UInt128) { storage = IdentifierBits(bits) }
}

/// One start of a process of a service, until its end.
public struct InstanceID: Identifier {
    public var bits: UInt128 { storage.bits }
    private let storage: IdentifierBits
    public init(bits: UInt128) { storage = IdentifierBits(bits) }
}

/// The binding of one child to one device, from its beginning to its end.
public struct BindingID: Identifier {
    public var bits: UInt128 { storage.bits }
    private let storage: IdentifierBits
    public init(bits: UInt128) { storage = IdentifierBits(bits) }
}

/// One invite of a parent, for a child's device or for another parent.
public struct InviteID: Identifier {
    public var bits: UInt128 { storage.bits }
    private let storage: IdentifierBits
    public init(bits: UInt128) { storage = IdentifierBits(bits) }
}
