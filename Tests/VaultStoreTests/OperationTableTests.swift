import Domain
import Primitives
import Testing
import VaultStore

/// The outcome of every operation on every state of a secret, on a real database.
@Suite struct OperationTableTests {
    /// The condition of a row. Of the rows of one operation and state, the first whose condition holds applies.
    enum Condition: Sendable {
        case always, sameContent, currentBase, forced, noBody
    }

    // swift-format-ignore
    static let table: [(operation: SecretOperation, state: SecretState?, when: Condition, outcome: String)] = [
        (.create,  nil,      .always,      "applied"),
        (.create,  .live,    .sameContent, "noop"),
        (.create,  .live,    .always,      "conflict"),
        (.create,  .trashed, .always,      "gone"),
        (.create,  .deleted, .always,      "gone"),
        (.update,  nil,      .always,      "gone"),
        (.update,  .live,    .sameContent, "noop"),
        (.update,  .live,    .currentBase, "applied"),
        (.update,  .live,    .always,      "conflict"),
        (.update,  .trashed, .always,      "gone"),
        (.update,  .deleted, .always,      "gone"),
        (.trash,   nil,      .always,      "noop"),
        (.trash,   .live,    .currentBase, "applied"),
        (.trash,   .live,    .forced,      "applied"),
        (.trash,   .live,    .always,      "conflict"),
        (.trash,   .trashed, .always,      "noop"),
        (.trash,   .deleted, .always,      "noop"),
        (.delete,  nil,      .always,      "noop"),
        (.delete,  .live,    .currentBase, "applied"),
        (.delete,  .live,    .forced,      "applied"),
        (.delete,  .live,    .always,      "conflict"),
        (.delete,  .trashed, .currentBase, "applied"),
        (.delete,  .trashed, .forced,      "applied"),
        (.delete,  .trashed, .always,      "conflict"),
        (.delete,  .deleted, .always,      "noop"),
        (.restore, nil,      .always,      "rejected"),
        (.restore, .live,    .noBody,      "noop"),
        (.restore, .live,    .sameContent, "noop"),
        (.restore, .live,    .always,      "conflict"),
        (.restore, .trashed, .currentBase, "applied"),
        (.restore, .trashed, .always,      "conflict"),
        (.restore, .deleted, .noBody,      "rejected"),
        (.restore, .deleted, .currentBase, "applied"),
        (.restore, .deleted, .always,      "conflict"),
    ]

    @Test(arguments: SecretOperation.allCases, [SecretState?.none, .live, .trashed, .deleted])
    func `every operation on every state has the outcome of the table`(
        operation: SecretOperation, state: SecretState?
    ) async throws {
        let fixture = try await VaultStoreFixture()
        let rows = Self.table.filter { $0.operation == operation && $0.state == state }
        for flags in 0..<16 {
            let (isCurrent, isSame, isForced, hasBody) = (flags & 1 > 0, flags & 2 > 0, flags & 4 > 0, flags & 8 > 0)
            if !hasBody, operation == .create || operation == .update { continue }
            let id: SecretID = fixture.id()
            let rev = try await fixture.bring(id, to: state)
            let before = try await fixture.store.secret(id, of: fixture.account)
            var op = fixture.op(operation, id, on: isCurrent ? rev : rev + 1000)
            op.force = isForced
            if hasBody { op.content = fixture.note(isSame ? "first" : "other") }
            let outcome = try await fixture.push(op)
            let row = rows.first { row in
                switch row.when {
                case .always: true
                case .sameContent: isSame && hasBody
                case .currentBase: isCurrent
                case .forced: isForced
                case .noBody: !hasBody
                }
            }
            #expect(outcome.word == row?.outcome, "base is current: \(isCurrent), \(op)")
            let after = try await fixture.store.secret(id, of: fixture.account)
            #expect((after == before) == (row?.outcome != "applied"))
            if row?.outcome == "applied" { #expect(after?.state == stateAfter(operation)) }
        }
    }

    @Test func `the table has each pair of operation and state`() {
        for operation in SecretOperation.allCases {
            for state in [nil] + SecretState.allCases {
                #expect(Self.table.contains { $0.operation == operation && $0.state == state && $0.when == .always })
            }
        }
    }

    private func stateAfter(_ operation: SecretOperation) -> SecretState {
        switch operation {
        case .create, .update, .restore: .live
        case .trash: .trashed
        case .delete: .deleted
        }
    }
}

extension PushOutcome {
    /// The name of the outcome, without its values.
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
