// The values of a facility group's policies. Raw values are stored in the `facility_group` table and are words of the wire.

/// The way in which the members of a facility group are approved for syncing.
public enum GroupApproval: String, CaseIterable, Hashable, Sendable, Codable {
    /// An operator decides about each person.
    case manual
    /// A person is approved at registration; one who waits is approved at the next login.
    case automatic
}

/// The number of devices on which one member of a facility group may have a proven session.
public enum GroupDevices: String, CaseIterable, Hashable, Sendable, Codable {
    /// A login ends the sessions of the person's other devices.
    case one
    case many
}

/// The proof of the phone number that a registration in a facility group needs.
public enum GroupVerification: String, CaseIterable, Hashable, Sendable, Codable {
    /// The one-time code that was sent to the number.
    case otp
    /// No proof: such a group is served in demonstrations only.
    case none
}

/// The need for a PIN or a second factor in a facility group: each member must have one, or may.
public enum GroupNeed: String, CaseIterable, Hashable, Sendable, Codable { case required, optional }
