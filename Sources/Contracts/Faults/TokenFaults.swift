public import JSONRPC

/// Faults about bearer tokens, sessions and request proofs; codes from 1000.
// swift-format-ignore
extension FaultKind {
    public static let tokenExpired = FaultKind(
        "tokenExpired", 1001, "The access token has expired.",
        remedy: "call session.refresh, then repeat the call; keep everything", isUnauthorized: true)
    public static let loginRequired = FaultKind(
        "loginRequired", 1002, "This token belongs to no live session.",
        remedy: "log in again; keep everything, then sync, which sends back what the server lost", isUnauthorized: true)
    public static let sessionExpired = FaultKind(
        "sessionExpired", 1003, "The session was idle or alive for too long.",
        remedy: "log in again; keep everything", isUnauthorized: true)
    public static let loggedInElsewhere = FaultKind(
        "loggedInElsewhere", 1004, "The person logged in on another device, and the group allows one.",
        remedy: "show Unauthorized, stop syncing, keep everything", isUnauthorized: true)
    public static let movedFacilityGroup = FaultKind(
        "movedFacilityGroup", 1005, "The person was moved to another facility group.",
        remedy: "show Unauthorized, stop syncing, keep everything", isUnauthorized: true)
    public static let sessionRevoked = FaultKind(
        "sessionRevoked", 1006, "The session was ended on purpose.",
        remedy: "delete the profile and synchronised secrets, keep unsynchronised ones, say so", isUnauthorized: true)
    public static let deviceRevoked = FaultKind(
        "deviceRevoked", 1007, "This device's access was ended on purpose.",
        remedy: "delete the profile and synchronised secrets, keep unsynchronised ones, say so", isUnauthorized: true)
    public static let refreshReused = FaultKind(
        "refreshReused", 1008, "A spent refresh token was presented after its successor had been used.",
        remedy: "delete the profile and synchronised secrets, keep unsynchronised ones, log in again",
        administratorAction: "search the log for 'a spent refresh token was presented': two parties hold the token",
        isUnauthorized: true)
    public static let pinReset = FaultKind(
        "pinReset", 1009, "The session ended because the PIN was reset.",
        remedy: "delete the profile and synchronised secrets, keep unsynchronised ones, log in again", isUnauthorized: true)
    public static let accountDeleted = FaultKind(
        "accountDeleted", 1010, "The account behind this token was deleted.",
        remedy: "delete the profile; hold synchronised secrets until the person chooses", isUnauthorized: true)
    public static let proofRefused = FaultKind(
        "proofRefused", 1011, "The request proof is missing, stale, replayed or not for this request.",
        remedy: "repeat with a fresh proof over the nonce in the DPoP-Nonce header")
    public static let scopeMissing = FaultKind(
        "scopeMissing", 1012, "The token does not carry the scope this method needs.",
        remedy: "use a session that has the scope; data.detail names it")
    public static let callRefused = FaultKind(
        "callRefused", 1013, "The caller is not authenticated as a service.",
        remedy: "call service.authenticate again, then repeat",
        administratorAction: "compare the services' keys and clocks")

    public static let refreshSuperseded = FaultKind(
        "refreshSuperseded", 1014, "Another refresh has replaced this token; nothing was changed.",
        remedy: "read the stored token again, which another call or process has replaced; keep everything")

    public static let audienceUnknown = FaultKind(
        "audienceUnknown", 1015, "No tokens are made for this service.",
        remedy: "use the name of a service that the administrator has set",
        administratorAction: "add the service to the setting delegate-audiences")

    public static let reauthenticationRequired = FaultKind(
        "reauthenticationRequired", 1016, "The login of this session was not within the last five minutes.",
        remedy: "let the person log in again, with the PIN or a code, and call within five minutes with the new session; a refresh does not count")

    public static let tokenFaults: [FaultKind] = [
        .tokenExpired, .loginRequired, .sessionExpired, .loggedInElsewhere, .movedFacilityGroup, .sessionRevoked, .deviceRevoked, .refreshReused, .pinReset, .accountDeleted, .proofRefused, .scopeMissing, .callRefused, .refreshSuperseded,
        .audienceUnknown, .reauthenticationRequired,
    ]
}
