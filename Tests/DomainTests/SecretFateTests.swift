import Domain
import Testing

@Suite struct SecretFateTests {
    private typealias Row = (
        event: SecretFateEvent, profile: ProfileFate, synchronised: SynchronisedFate, situation: Int?
    )

    private static let rows: [Row] = [
        (.refused(.sessionRevoked), .deleted, .deleted, 1),
        (.refused(.deviceRevoked), .deleted, .deleted, 1),
        (.refused(.refreshReused), .deleted, .deleted, 1),
        (.refused(.pinReset), .deleted, .deleted, 1),
        (.refused(.loggedInElsewhere), .keptSyncOff, .kept, nil),
        (.refused(.movedFacilityGroup), .keptSyncOff, .kept, nil),
        (.refused(.loginRequired), .keptLoginAgain, .kept, nil),
        (.refused(.sessionExpired), .keptLoginAgain, .kept, nil),
        (.refused(.blocked), .kept, .kept, nil),
        (.refused(.locked), .kept, .kept, nil),
        (.refused(.waitingForApproval), .kept, .kept, nil),
        (.refused(.disapprovedForSyncing), .kept, .kept, nil),
        (.refused(.secondFactorRequired), .kept, .kept, nil),
        (.refused(.pinRequired), .kept, .kept, nil),
        (.refused(.otherFault), .kept, .kept, nil),
        (.refused(.foreign401), .kept, .kept, nil),
        (.refused(.networkError), .kept, .kept, nil),
        (.refused(.serverError), .kept, .kept, nil),
        (.refused(.unavailable), .kept, .kept, nil),
        (.refused(.tokenExpired), .keptRefresh, .kept, nil),
        (.loggedOutHere(.keep), .deleted, .becomeLocal, 2),
        (.loggedOutHere(.delete), .deleted, .deleted, 2),
        (.loggedOutEverywhere(.keep), .deleted, .becomeLocal, 3),
        (.loggedOutEverywhere(.delete), .deleted, .deleted, 3),
        (.accountDeletedHere(.keep), .deleted, .becomeLocal, 4),
        (.accountDeletedHere(.delete), .deleted, .deleted, 4),
        (.ownRequestRepeated(.keep), .deleted, .becomeLocal, nil),
        (.ownRequestRepeated(.delete), .deleted, .deleted, nil),
        (.accountDeletedElsewhere, .deleted, .heldUntilChosen, nil),
    ]

    @Test(arguments: rows) func `each event has the fate of the table`(
        event: SecretFateEvent, profile: ProfileFate, synchronised: SynchronisedFate, situation: Int?
    ) {
        let fate = SecretFate.of(event)
        #expect(fate.profile == profile)
        #expect(fate.synchronised == synchronised)
        #expect(fate.unsynchronised == .kept)
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
