/// The secret with which a device that has shown a right invite code is bound to the child.
public struct InviteTicket: FixedSizeSecret {
    public static let count = 32
    public let reveal: String
    public init(checked: String) { reveal = checked }
}
