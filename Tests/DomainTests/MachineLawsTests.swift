import Domain
import Support
import Testing

/// A state machine and the number of transitions of its source document.
struct Subject: Sendable, CustomTestStringConvertible {
    let machine: any Machine.Type
    let statedMoves: Int
    var testDescription: String { machine.name }

    static let all = [
        Subject(machine: Registration.self, statedMoves: 12), Subject(machine: KeyLife.self, statedMoves: 0),
        Subject(machine: ChildAccess.self, statedMoves: 14), Subject(machine: ParentSession.self, statedMoves: 9),
        Subject(machine: PINLockout.self, statedMoves: 3),
    ]
}

/// The laws that every state machine keeps.
@Suite struct MachineLawsTests {
    @Test(arguments: Subject.all) func `every state can be reached from the first`(_ subject: Subject) {
        func check<M: Machine>(_ machine: M.Type) {
            var reached: Set<M.State> = [M.initial]
            var frontier = [M.initial]
            while let state = frontier.popLast() {
                for transition in M.Event.allCases.compactMap({ M.transition(from: state, on: $0) })
                where reached.insert(transition.state).inserted {
                    frontier.append(transition.state)
                }
            }
            #expect(Set(M.State.allCases).subtracting(reached).isEmpty)
        }
        check(subject.machine)
    }

    @Test(arguments: Subject.all) func `every event has a transition in some state`(_ subject: Subject) {
        func check<M: Machine>(_ machine: M.Type) {
            for event in M.Event.allCases {
                #expect(M.State.allCases.contains { M.transition(from: $0, on: event) != nil }, "\(event.rawValue)")
            }
        }
        check(subject.machine)
    }

    @Test(arguments: Subject.all) func `every state but the finals has a way out`(_ subject: Subject) {
        func check<M: Machine>(_ machine: M.Type) {
            for state in M.State.allCases where !M.finals.contains(state) {
                let leads = M.Event.allCases.compactMap { M.transition(from: state, on: $0)?.state }
                #expect(leads.contains { $0 != state }, "\(state.rawValue)")
            }
        }
        check(subject.machine)
    }

    @Test(arguments: Subject.all) func `no transition is both stated and inferred`(_ subject: Subject) {
        func check<M: Machine>(_ machine: M.Type) {
            for (state, transitions) in M.stated {
                let both = Set(transitions.keys).intersection(Set((M.inferred[state] ?? [:]).keys))
                #expect(both.isEmpty, "\(state.rawValue): \(both.map(\.rawValue))")
            }
        }
        check(subject.machine)
    }

    @Test(arguments: Subject.all) func `there are as many stated transitions as in the document`(_ subject: Subject) {
        func check<M: Machine>(_ machine: M.Type) {
            #expect(Diagram.rows(of: M.self).filter { !$0.isInferred }.count == subject.statedMoves)
        }
        check(subject.machine)
    }

    @Test(arguments: Subject.all)
    func `every pair of state and event without a row is refused, and the refusal names it`(_ subject: Subject) {
        func check<M: Machine>(_ machine: M.Type) {
            for state in M.State.allCases {
                for event in M.Event.allCases {
                    switch M.stated[state]?[event] ?? M.inferred[state]?[event] {
                    case let row?:
                        #expect((try? M.next(state, on: event)) == row, "\(state.rawValue)/\(event.rawValue)")
                    case nil:
                        #expect(throws: Refusal<M>(state: state, event: event)) { try M.next(state, on: event) }
                    }
                }
            }
        }
        check(subject.machine)
    }

    @Test(arguments: Subject.all) func `every effect belongs to some transition`(_ subject: Subject) {
        func check<M: Machine>(_ machine: M.Type) {
            let used = Set(Diagram.rows(of: M.self).flatMap(\.effects))
            #expect(used == Set(M.Effect.allCases.map(\.rawValue)))
        }
        check(subject.machine)
    }

    @Test(arguments: Subject.all) func `a random walk takes every row, and each refusal names the pair`(
        _ subject: Subject
    ) {
        func check<M: Machine>(_ machine: M.Type) {
            var walk = RandomWalk()
            var state = M.initial
            var passed: Set<String> = []
            for _ in 0..<100_000 {
                guard let event = M.Event.allCases.randomElement(using: &walk) else { return }
                do throws(Refusal<M>) {
                    let transition = try M.next(state, on: event)
                    passed.insert("\(state.rawValue)/\(event.rawValue)")
                    state = transition.state
                } catch {
                    #expect(error == Refusal(state: state, event: event), "\(walk.note)")
                    // No event leads out of a final state: the walk begins again.
                    if M.finals.contains(state) { state = M.initial }
                }
            }
            let rows = Set(Diagram.rows(of: M.self).map { "\($0.from)/\($0.event)" })
            #expect(passed == rows, "\(walk.note)")
        }
        check(subject.machine)
    }
}
