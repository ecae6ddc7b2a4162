import SQL

/// Adds the index by which the devices of a key are found without an account or a number.
enum DevicesByKey {
    static let migration = Migration(
        id: 20, name: "devices by their key",
        statements: ["CREATE INDEX device_thumbprint ON device (thumbprint)"])
}
