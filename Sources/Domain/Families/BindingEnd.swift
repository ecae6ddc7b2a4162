/// What has ended the binding of a child's device.
///
/// Raw values are stored in the table `child_binding` and are words of the wire. Only ``accessRevoked`` lets a device delete
/// what the server has.
public enum BindingEnd: String, CaseIterable, Hashable, Sendable, Codable {
    /// A parent, or the administrator, has withdrawn the access.
    case accessRevoked
    /// A parent has ended the access in order to invite the child anew.
    case accessReset
    /// Another device was bound to the child.
    case deviceReplaced

    /// What ends a binding on an event; nil for an event that ends none.
    public init?(_ event: ChildAccess.Event) {
        switch event {
        case .accessRevoked: self = .accessRevoked
        case .parentResetsAccess: self = .accessReset
        case .deviceReplaced: self = .deviceReplaced
        case .validCode, .invalidCode, .firstLogin, .pinSet, .welcome, .appRestart, .logout, .correctPIN, .wrongPIN,
            .tooManyFailures, .forgotPIN, .parentUnlock, .parentUnlockBeforePIN, .bindingKept, .reinstall,
            .acknowledged:
            return nil
        }
    }
}
