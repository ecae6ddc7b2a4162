import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing

@testable import AuthStore

/// Each statement about a child, an invite or a binding concerns that one alone.
@Suite struct `Statements about one child` {
    typealias Change = @Sendable (StoredChild, Instant, any Transaction) throws -> Void

    /// Each changes a row of the child in the state of ``twoChildren()``.
    static let changes: [(name: String, run: Change)] = [
        ("removes a parent", { try $2.run(ChildTable.removeParent($0.parent, of: $0.id)) }),
        ("adds a parent", { try $2.run(ChildTable.addParent(AccountID(bits: 9), of: $0.id, at: $1)) }),
        ("deletes the PIN", { try $2.batch(ChildTable.deletePIN(of: $0.id)) }),
        ("keeps the PIN's generation", { try $2.run(ChildTable.deletePIN(of: $0.id)[0]) }),
        ("unlocks the PIN", { try $2.run(PINTable.unlock($0.id)) }),
        ("deletes everything", { try $2.batch(ChildTable.delete($0.id)) }),
        ("deletes the child's row", { try $2.run(ChildTable.delete($0.id)[0]) }),
        ("deletes the parents", { try $2.run(ChildTable.delete($0.id)[1]) }),
        ("deletes the invites", { try $2.run(ChildTable.delete($0.id)[2]) }),
        ("deletes the tickets", { try $2.run(ChildTable.delete($0.id)[3]) }),
        ("deletes the bindings", { try $2.run(ChildTable.delete($0.id)[4]) }),
        ("withdraws an invite", { try $2.batch(FamilyInviteTable.delete(of: $0.id, for: .device)) }),
        ("ends the tickets of an invite", { try $2.run(FamilyInviteTable.delete(of: $0.id, for: .device)[0]) }),
        ("deletes an invite", { try $2.run(FamilyInviteTable.delete(of: $0.id, for: .device)[1]) }),
        ("uses an invite up", { _ = try FamilyInviteTable.consume($0.invite, of: $0.id, at: $1, in: $2) }),
        ("moves the access", { try $2.run(ChildBindingTable.setState(.authChild, of: $0.binding)) }),
        (
            "ends a binding",
            { try $2.run(ChildBindingTable.end($0.binding, in: .childAccessRevoked, because: .accessRevoked, at: $1)) }
        ),
    ]

    @Test(arguments: changes.indices)
    func `change nothing of another one`(index: Int) async throws {
        let fixture = try await AuthStoreFixture(), now = fixture.now, change = Self.changes[index]
        let children = try await fixture.twoChildren()
        for (own, other) in [(children[0], children[1]), (children[1], children[0])] {
            let effect = try await fixture.effect(on: own, besides: other, rows: { try Self.rows(of: $0, $1) }) {
                try change.run(own, now, $0)
            }
            #expect(effect.onOwn && !effect.onOther, "\(change.name)")
        }
    }

    @Test func `read nothing of another one`() async throws {
        let fixture = try await AuthStoreFixture(), now = fixture.now, children = try await fixture.twoChildren()
        for (own, other) in [(children[0], children[1]), (children[1], children[0])] {
            let wrong = try await fixture.database.read { transaction in
                let reads = [
                    ("name", try ChildTable.name(of: own.id, in: transaction) == own.name),
                    ("parents", try ChildTable.parents(of: own.id, in: transaction) == [own.parent]),
                    ("children", try ChildTable.children(of: own.parent, in: transaction) == [own.id]),
                    ("only", try ChildTable.childrenOfOnly(own.parent, in: transaction) == [own.id]),
                    ("standings", try ChildTable.standingsOfParents(own.id, in: transaction).count == 1),
                    ("PIN", try ChildTable.lastPINGeneration(of: own.id, in: transaction) == own.generation),
                    ("binding", try ChildBindingTable.read(of: own.id, in: transaction)?.id == own.binding),
                    (
                        "device key",
                        try ChildBindingTable.read(thumbprint: own.thumbprint, in: transaction)?.id == own.binding
                    ),
                    (
                        "code",
                        try FamilyInviteTable.find([own.hash], for: .device, at: now, in: transaction)?.id == own.invite
                    ),
                    (
                        "invite",
                        try FamilyInviteTable.read(of: own.id, for: .device, at: now, in: transaction)?.id == own.invite
                    ),
                    (
                        "ticket",
                        try FamilyInviteTable.ticket(
                            [own.hash], thumbprint: own.thumbprint, at: now, in: transaction)?.child == own.id
                    ),
                    (
                        "ticket of another key",
                        try FamilyInviteTable.ticket(
                            [own.hash], thumbprint: other.thumbprint, at: now, in: transaction) == nil
                    ),
                ]
                return reads.filter { !$0.1 }.map(\.0)
            }
            #expect(wrong.isEmpty, "\(wrong)")
        }
    }

    @Test func `a child with another parent is not taken along by a deletion`() async throws {
        let fixture = try await AuthStoreFixture(), now = fixture.now, children = try await fixture.twoChildren()
        let (own, other) = (children[0], children[1])
        _ = try await fixture.database.write { try $0.run(ChildTable.addParent(other.parent, of: own.id, at: now)) }
        let only = try await fixture.database.read { transaction in
            [
                try ChildTable.childrenOfOnly(own.parent, in: transaction),
                try ChildTable.childrenOfOnly(other.parent, in: transaction),
            ]
        }
        #expect(only == [[], [other.id]])
    }

    @Test func `a binding that has ended keeps its state, and its device may be bound again`() async throws {
        let fixture = try await AuthStoreFixture(), now = fixture.now, own = try await fixture.twoChildren()[0]
        let read = try await fixture.database.write { transaction -> ChildBindingRecord? in
            try transaction.run(
                ChildBindingTable.end(own.binding, in: .childAccessRevoked, because: .accessRevoked, at: now))
            try transaction.run(
                ChildBindingTable.end(own.binding, in: .childInviteVerify, because: .accessReset, at: now + .hours(1)))
            try transaction.run(ChildBindingTable.setState(.authChild, of: own.binding))
            return try ChildBindingTable.read(thumbprint: own.thumbprint, in: transaction)
        }
        #expect(read?.state == .childAccessRevoked)
        #expect(read?.ended == now)
    }

    /// All rows of a child, as text.
    private static func rows(of child: StoredChild, _ transaction: any Transaction) throws -> [String] {
        let selections =
            ["child", "pin", "unlock_share", "pin_challenge"].map { "SELECT * FROM \($0) WHERE account = $1" }
            + ["child_parent", "family_invite", "invite_ticket", "child_binding"].map {
                "SELECT * FROM \($0) WHERE child = $1"
            }
        return try selections.flatMap { selection in
            try transaction.run(Statement(selection, .identifier(child.id))).map { "\(selection): \($0.values)" }
                .sorted()
        }
    }
}

/// A child with a parent, an invite, a ticket, a bound device and a locked PIN.
struct StoredChild: Sendable {
    let id: AccountID, parent: AccountID
    let name: String, thumbprint: String
    let invite: InviteID, binding: BindingID
    /// The keyed hash of the invite's code and of the ticket.
    let hash: [UInt8]
    let generation: Int64
}

extension AuthStoreFixture {
    /// Two children in the same state, each with identifiers and bytes of its own.
    fileprivate func twoChildren() async throws -> [StoredChild] {
        var children: [StoredChild] = []
        for (number, (phone, key)) in [(Self.phone, "phone"), (Self.otherPhone, "other")].enumerated() {
            let (parent, session) = try await register(phone, on: key, group: "home")
            children.append(try await child(of: parent.id, session.id, number: number + 1))
        }
        return children
    }

    private func child(of parent: AccountID, _ session: SessionID, number: Int) async throws -> StoredChild {
        let child = StoredChild(
            id: random.id(), parent: parent, name: "child \(number)", thumbprint: "key \(number)", invite: random.id(),
            binding: random.id(), hash: [UInt8(number)], generation: Int64(number))
        _ = try await store.addChild(
            child.id, named: child.name, by: parent, in: session, idempotencyKey: nil, response: [], at: now)
        _ = try await store.invite(
            NewInvite(id: child.invite, purpose: .device, kind: .code, hash: child.hash), to: child.id, by: parent,
            in: session, confirmedBy: .none, idempotencyKey: nil, response: [], at: now)
        let new = NewPIN(
            generation: child.generation, salt: [1], derivation: "scrypt", keySealed: Sealed([2]),
            shareSealed: Sealed([3]))
        let device: DeviceID = random.id(), now = now
        _ = try await database.write { transaction in
            let row = try AccountDeviceTable.upsert(
                device, of: child.id, thumbprint: child.thumbprint, publicKey: "", name: "tablet", at: now,
                in: transaction)
            guard let row,
                let invite = try FamilyInviteTable.read(of: child.id, for: .device, at: now, in: transaction),
                try ChildBindingTable.insert(
                    child.binding, of: child.id, on: row, by: invite.id, in: .childAccessLocked, at: now,
                    in: transaction)
            else { throw SetupFailed() }
            try transaction.batch([
                FamilyInviteTable.storeTicket(
                    child.hash, for: invite, thumbprint: child.thumbprint, expires: now + .minutes(5)),
                PINTable.store(new, replacing: 0, countsFrom: now, by: device, of: child.id, at: now),
                PINTable.storeShare(new, of: child.id), PINTable.lock(child.id, at: now),
            ])
        }
        return child
    }
}
