// The values that a device sends and gets in place of a PIN. Whoever has a public key or a signature can test guesses at an
// account's PIN, so neither is printed.

/// The Ed25519 public key that a device derives from a PIN.
public struct PINPublicKey: FixedSizeSecret {
    public static let count = 32
    public let reveal: String
    public init(checked: String) { reveal = checked }
}

/// A signature with the key that a device derives from a PIN.
public struct PINSignature: FixedSizeSecret {
    public static let count = 64
    public let reveal: String
    public init(checked: String) { reveal = checked }
}

/// The half of the key of a device's synchronised rows that the service gives after a right PIN.
public struct UnlockShare: FixedSizeSecret {
    public static let count = 32
    public let reveal: String
    public init(checked: String) { reveal = checked }
}
