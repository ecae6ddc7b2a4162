import Domain
import Testing

@Suite struct SecretFateTests {
    private typealias Row = (
        event: SecretFateEvent, profile: ProfileFate, synchronised: SynchronisedFate,
        unsentDeletion: UnsentDeletionFate,
        situation: Int?
    )

    private static let rows: [Row] = [
        (.refused(.sessionRevoked), .deleted, .deleted, .keptWithoutContent, 1),
        (.refused(.deviceRevoked), .deleted, .deleted, .keptWithoutContent, 1),
        (.refused(.refreshReused), .deleted, .deleted, .keptWithoutContent, 1),
        (.refused(.pinReset), .deleted, .deleted, .keptWithoutContent, 1),
        (.refused(.loggedInElsewhere), .keptSyncOff, .kept, .kept, nil),
        (.refused(.movedFacilityGroup), .keptSyncOff, .kept, .kept, nil),
        (.refused(.loginRequired), .keptLoginAgain, .kept, .kept, nil),
        (.refused(.sessionExpired), .keptLoginAgain, .kept, .kept, nil),
        (.refused(.blocked), .kept, .kept, .kept, nil),
        (.refused(.locked), .kept, .kept, .kept, nil),
        (.refused(.waitingForApproval), .kept, .kept, .kept, nil),
        (.refused(.disapprovedForSyncing), .kept, .kept, .kept, nil),
        (.refused(.secondFactorRequired), .kept, .kept, .kept, nil),
        (.refused(.pinRequired), .kept, .kept, .kept, nil),
        (.refused(.otherFault), .kept, .kept, .kept, nil),
        (.refused(.foreign401), .kept, .kept, .kept, nil),
        (.refused(.networkError), .kept, .kept, .kept, nil),
        (.refused(.serverError), .kept, .kept, .kept, nil),
        (.refused(.unavailable), .kept, .kept, .kept, nil),
        (.refused(.tokenExpired), .keptRefresh, .kept, .kept, nil),
        (.loggedOutHere(.keep), .deleted, .becomeLocal, .keptWithoutContent, 2),
        (.loggedOutHere(.delete), .deleted, .deleted, .keptWithoutContent, 2),
        (.loggedOutEverywhere(.keep), .deleted, .becomeLocal, .keptWithoutContent, 3),
        (.loggedOutEverywhere(.delete), .deleted, .deleted, .keptWithoutContent, 3),
        (.accountDeletedHere(.keep), .deleted, .becomeLocal, .dropped, 4),
        (.accountDeletedHere(.delete), .deleted, .deleted, .dropped, 4),
        (.ownRequestTookEffect(.keep), .deleted, .becomeLocal, .keptWithoutContent, nil),
        (.ownRequestTookEffect(.delete), .deleted, .deleted, .keptWithoutContent, nil),
        (.accountDeletedElsewhere, .deleted, .heldUntilChosen, .dropped, nil),
    ]

    @Test(arguments: rows) func `each event has the fate of the table`(
        event: SecretFateEvent, profile: ProfileFate, synchronised: SynchronisedFate,
        unsentDeletion: UnsentDeletionFate, situation: Int?
    ) {
        let fate = SecretFate.of(event)
        #expect(fate.profile == profile)
        #expect(fate.synchronised == synchronised)
        #expect(fate.unsynchronised == .kept)
        #expect(fate.unsentDeletion == unsentDeletion)
        #expect(fate.situation == situation)
    }

    @Test func `no event is left out`() {
        #expect(Set(Self.rows.map(\.event)) == Set(SecretFateEvent.allCases))
        #expect(SecretFateEvent.allCases.count == Self.rows.count)
    }

    @Test func `of all refusals only an end that auth has recorded deletes anything`() {
        let deleting = SyncRefusal.allCases.filter { refusal in
            let fate = SecretFate.of(.refused(refusal))
            return fate.profile == .deleted || fate.synchronised != .kept
        }
        #expect(deleting == [.sessionRevoked, .deviceRevoked, .refreshReused, .pinReset])
    }

    @Test func `secrets the server never received are kept on every event`() {
        #expect(UnsynchronisedFate.allCases == [.kept])
    }
}
