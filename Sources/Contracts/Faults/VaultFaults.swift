public import JSONRPC

/// Faults of the vault; codes from 2000.
// swift-format-ignore
extension FaultKind {
    public static let resyncRequired = FaultKind(
        "resyncRequired", 2001, "The cursor cannot be continued from; data.reason says why.",
        remedy: "pull from the start; on epochChanged send back what the server lost, as data says")
    public static let itemUnknown = FaultKind(
        "itemUnknown", 2002, "There is no such item.",
        remedy: "pull, then look again")
    public static let itemGone = FaultKind(
        "itemGone", 2003, "The item was deleted; data.tombstone says when.",
        remedy: "ask the person: restore, keep as new, or discard")
    public static let conflict = FaultKind(
        "conflict", 2004, "The item has changed since the given rev; data.current is what it is now.",
        remedy: "merge, then repeat with the current rev")
    public static let limitReached = FaultKind(
        "limitReached", 2005, "The account, the push or the item is at its limit; data.limit says which.",
        remedy: "repeat after data.retryAfterMs if it is present; otherwise delete something, or send less at once")
    public static let bodyRefused = FaultKind(
        "bodyRefused", 2006, "The body is not of the item's kind; data.field names the member.",
        remedy: "correct the member")
    public static let notACodeItem = FaultKind(
        "notACodeItem", 2007, "The item holds no authenticator code.",
        remedy: "choose an item of kind otp")
    public static let itemUnreadable = FaultKind(
        "itemUnreadable", 2008, "The stored item cannot be opened.",
        remedy: "keep the copy on the device; tell the administrator",
        administratorAction: "check the key files, then the disk")
    public static let versionUnknown = FaultKind(
        "versionUnknown", 2009, "The vault does not have this version of the item any more.",
        remedy: "read vault.history again and choose another version")

    public static let fileRefused = FaultKind(
        "fileRefused", 2010, "The file cannot be read as a whole, and nothing of it was added; data.reason says why.",
        remedy: "show data.text; name the format, or export the file again")
    public static let fileEncrypted = FaultKind(
        "fileEncrypted", 2011, "The file is encrypted, and the vault opens no encrypted file. Nothing was added.",
        remedy: "open it on a device with 'latchkey import', which asks for its password, or export it without a password")
    public static let exportRefused = FaultKind(
        "exportRefused", 2012, "Nothing was exported; data.reason says why, and data.id names the item if there is one.",
        remedy: "choose another format; if data.reason is vaultChanged, begin with the first page again")

    public static let vaultFaults: [FaultKind] = [
        .resyncRequired, .itemUnknown, .itemGone, .conflict, .limitReached, .bodyRefused, .notACodeItem, .itemUnreadable,
        .versionUnknown, .fileRefused, .fileEncrypted, .exportRefused,
    ]
}
