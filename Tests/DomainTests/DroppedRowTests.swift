import Domain
import Glibc
import Testing

@Suite struct DroppedRowTests {
    @Test func `a transition that the environment drops is missing, and no other one is`() async {
        await #expect(processExitsWith: .success) {
            setenv("LATCHKEY_DROP_ROW", "Registration/INVALID/StartRegistration,Registration/BLOCKED/DeleteUser", 1)
            let dropped = Registration.State.allCases.flatMap { state in
                Registration.Event.allCases.compactMap { event in
                    (Registration.stated[state]?[event] ?? Registration.inferred[state]?[event]) != nil
                        && Registration.transition(from: state, on: event) == nil
                        ? "\(state.rawValue)/\(event.rawValue)" : nil
                }
            }
            #expect(dropped.sorted() == ["BLOCKED/DeleteUser", "INVALID/StartRegistration"])
        }
    }

    @Test func `a row of the user standing that the environment drops is missing, and no other one is`() async {
        await #expect(processExitsWith: .success) {
            setenv("LATCHKEY_DROP_ROW", "UserStanding/Logged In/waitingForApproval", 1)
            let missing = LoginStatus.allCases.flatMap { login in
                ApprovalStatus.allCases.filter { UserStanding.of(login, $0) == nil }.map { "\(login)/\($0)" }
            }
            // Row 11 of the document is impossible in any case.
            #expect(missing.sorted() == ["loggedIn/waitingForApproval", "resetPINRequested/approvedForSyncing"])
        }
    }
}
