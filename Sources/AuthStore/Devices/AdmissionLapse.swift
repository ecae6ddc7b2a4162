public import Primitives

extension Collection where Element == DeviceRecord {
    /// True if the admission of a device holds: it was not withdrawn, and the device was used within `lapse`.
    ///
    /// The admission of the account's admitted device that was used last never lapses, because a person without an
    /// admitted device cannot get in any more. Equal times are ordered by the identifier.
    ///
    /// - Parameter lapse: the time without a login or a refresh after which an admission lapses.
    public func holdsAdmission(of device: DeviceRecord, lapse: Duration, at now: Instant) -> Bool {
        guard device.isAdmitted else { return false }
        return now < device.lastUsed + lapse
            || allSatisfy { !$0.isAdmitted || ($0.lastUsed, $0.id) <= (device.lastUsed, device.id) }
    }
}
