import JSONRPC
import Primitives

/// The descriptions of members that several methods have.
extension Field {
    static let idempotencyKey = Field("Idempotency key: a repeated call with the same content gets the first answer")
    static let nextStep = Field(
        "What the session needs before it is full: provePIN, createPIN, secondFactor, or admit for an admission from another "
            + "device; absent if it is full")
    static let phone = Field(
        "The phone number with + or 00 and the country's code, without a digit that is dialled only within the country",
        .length(5...40))
    static let language = Field(
        "The language of the message, as a tag such as de or pt-BR; the installation's own if it has no texts in this one",
        .length(LanguageTag.lengths))
    static let deviceName = Field(
        "The name that lists show for the device: no control, format or invisible characters, and not only spaces",
        .length(1...DeviceName.maximumLength))
    static let binding = Field(
        "The binding of this device, which a revocation names too; absent in answers of services before it")
    static let epochInForce = Field("The epoch now in force: a new one means that the vault was restored")
    static let changedItems = Field(
        "The items changed since the cursor, in order of rev, tombstones included", .items(0...500))
    static let formerEpochs = Field(
        "In the first page of a pull without a cursor: the account's ended epochs, the newest 1000", .items(0...1000))
    static let nextCursor = Field("The cursor for the next pull", .length(1...512))
}
