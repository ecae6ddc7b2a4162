// Each type names one kind of thing. Their common form is declared in Identifier.swift.

/// A person: a member, parent, child or operator.
public struct AccountID: Identifier {
    public var bits: UInt128 { storage.bits }
    private let storage: IdentifierBits
    public init(bits: UInt128) { storage = IdentifierBits(bits) }
}

/// A device, created by the auth service when it first sees the device's key.
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

/// One one-time code that was sent. All 128 bits are random, so that the identifier cannot be guessed.
public struct ChallengeID: Identifier {
    public var bits: UInt128 { storage.bits }
    private let storage: IdentifierBits
    public init(bits: UInt128) { storage = IdentifierBits(bits) }
}

/// An item in the vault, chosen by the device that created it.
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
public struct EventID: Identifier {
    public var bits: UInt128 { storage.bits }
    private let storage: IdentifierBits
    public init(bits: UInt128) { storage = IdentifierBits(bits) }
}

/// One history of a vault database without gaps. A new one begins after every restore.
public struct EpochID: Identifier {
    public var bits: UInt128 { storage.bits }
    private let storage: IdentifierBits
    public init(bits: UInt128) { storage = IdentifierBits(bits) }
}
