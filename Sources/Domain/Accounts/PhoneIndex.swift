/// The keyed hash of a phone number, by which rows of the number are found. The key is not in the database.
public struct PhoneIndex: Hashable, Sendable {
    public let bytes: [UInt8]

    public init(_ bytes: [UInt8]) { self.bytes = bytes }
}
