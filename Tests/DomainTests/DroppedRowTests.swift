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
}
