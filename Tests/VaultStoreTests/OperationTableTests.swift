import Domain
import Primitives
import Testing
import VaultStore

/// The table of VAULT.md, each cell played against a real store.
@Suite struct OperationTableTests {
    /// What a cell of the table says.
    enum Cell: Sendable {
        case applied, noop, conflict, gone, rejected
        /// `same content: noop, else …`
        case sameNoopElseApplied, sameNoopElseConflict
        /// `force: applied, else conflict`
        case forcedElseConflict
        /// `base and body: applied; no body: rejected`
        case bodyElseRejected
        /// `other base: conflict; no body: rejected`
        case conflictIfBody
    }

    // swift-format-ignore
    static let table: [(SecretOperation, SecretState?, isBased: Bool, Cell)] = [
        (.create, nil, false, .applied), (.create, .live, true, .sameNoopElseConflict), (.create, .live, false, .sameNoopElseConflict),
        (.create, .trashed, true, .gone), (.create, .trashed, false, .gone), (.create, .deleted, true, .gone), (.create, .deleted, false, .gone),
        (.update, nil, false, .gone), (.update, .live, true, .sameNoopElseApplied), (.update, .live, false, .sameNoopElseConflict),
        (.update, .trashed, true, .gone), (.update, .trashed, false, .gone), (.update, .deleted, true, .gone), (.update, .deleted, false, .gone),
        (.trash, nil, false, .noop), (.trash, .live, true, .applied), (.trash, .live, false, .forcedElseConflict),
        (.trash, .trashed, true, .noop), (.trash, .trashed, false, .noop), (.trash, .deleted, true, .noop), (.trash, .deleted, false, .noop),
        (.delete, nil, false, .noop), (.delete, .live, true, .applied), (.delete, .live, false, .forcedElseConflict),
        (.delete, .trashed, true, .applied), (.delete, .trashed, false, .forcedElseConflict), (.delete, .deleted, true, .noop), (.delete, .deleted, false, .noop),
        (.restore, nil, false, .rejected), (.restore, .live, true, .noop), (.restore, .live, false, .noop),
        (.restore, .trashed, true, .applied), (.restore, .trashed, false, .conflict), (.restore, .deleted, true, .bodyElseRejected), (.restore, .deleted, false, .conflictIfBody),
    ]

    @Test(arguments: table)
    func `every operation on every state does what the table says`(
        type: SecretOperation, state: SecretState?, isBased: Bool, cell: Cell
    ) async throws {
        let fixture = try await VaultStoreFixture()
        for isSame in [false, true] {
            for isForced in [false, true] {
                for hasBody in [false, true] where hasBody || !needsBody(type) {
                    let id: SecretID = fixture.id()
                    let rev = try await fixture.bring(id, to: state)
                    let before = try await fixture.store.secret(id, of: fixture.account)
                    var op = fixture.op(type, id, on: isBased ? rev : rev + 1000)
                    op.force = isForced
                    if hasBody { op.content = fixture.note(isSame ? "first" : "other") }
                    let outcome = try await fixture.push(op)
                    let expected = word(cell, isSame: isSame && hasBody, isForced: isForced, hasBody: hasBody)
                    #expect(outcome.word == expected, "\(type) on \(state), based \(isBased): \(outcome)")
                    let after = try await fixture.store.secret(id, of: fixture.account)
                    #expect((after == before) == (expected != "applied"))
                    if expected == "applied" { #expect(after?.state == stateAfter(type)) }
                }
            }
        }
    }

    @Test func `the table has each pair of operation and state`() {
        for type in SecretOperation.allCases {
            for state in [nil] + SecretState.allCases {
                #expect(Self.table.contains { $0.0 == type && $0.1 == state })
            }
        }
    }

    private func needsBody(_ type: SecretOperation) -> Bool { type == .create || type == .update }

    private func word(_ cell: Cell, isSame: Bool, isForced: Bool, hasBody: Bool) -> String {
        switch cell {
        case .applied: "applied"
        case .noop: "noop"
        case .conflict: "conflict"
        case .gone: "gone"
        case .rejected: "rejected"
        case .sameNoopElseApplied: isSame ? "noop" : "applied"
        case .sameNoopElseConflict: isSame ? "noop" : "conflict"
        case .forcedElseConflict: isForced ? "applied" : "conflict"
        case .bodyElseRejected: hasBody ? "applied" : "rejected"
        case .conflictIfBody: hasBody ? "conflict" : "rejected"
        }
    }

    private func stateAfter(_ type: SecretOperation) -> SecretState {
        switch type {
        case .create, .update, .restore: .live
        case .trash: .trashed
        case .delete: .deleted
        }
    }
}

extension PushOutcome {
    /// The wire's word.
    var word: String {
        switch self {
        case .applied: "applied"
        case .copied: "copied"
        case .noop: "noop"
        case .conflict: "conflict"
        case .gone: "gone"
        case .rejected: "rejected"
        case .replayed: "replayed"
        }
    }
}
