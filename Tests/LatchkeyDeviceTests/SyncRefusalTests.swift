import Domain
import StrictJSON
import Testing

@testable import JSONRPC
@testable import LatchkeyDevice

/// The classification of a failed call. The table `SecretFate` says what follows from each class.
@Suite struct SyncRefusalTests {
    @Test(arguments: [
        ("sessionRevoked", 401, SyncRefusal.sessionRevoked), ("sessionRevoked", 200, .otherFault),
        ("tokenExpired", 401, .tokenExpired), ("tokenExpired", 403, .otherFault),
        ("blocked", 200, .blocked), ("blocked", 401, .blocked), ("unavailable", 503, .unavailable),
        ("somethingNewer", 401, .foreign401), ("somethingNewer", 200, .otherFault), ("", 401, .foreign401),
    ]) func `a refused call is classified by the name of its fault and by its status`(
        name: String, status: Int, refusal: SyncRefusal
    ) {
        let fault = RemoteFault(["data": .object(["fault": .string(name)])], status: status)
        #expect(SyncRefusal(.refused(fault)) == refusal)
    }

    @Test(arguments: [
        (CallFailure.unreadable(status: 401, reason: ""), SyncRefusal.foreign401),
        (.unreadable(status: 200, reason: ""), .serverError), (.unreadable(status: 502, reason: ""), .serverError),
        (.unreachable(ConnectionError("the answer was lost", mayHaveBeenSent: true)), .networkError),
    ]) func `a call without an answer that can be read is classified by its status`(
        failure: CallFailure, refusal: SyncRefusal
    ) {
        #expect(SyncRefusal(failure) == refusal)
    }
}
