import Domain
import LatchkeyDevice
import Primitives
import Support
import Synchronization
import Testing

@testable import LatchkeyDevice

/// Random walks of a phone and a tablet of one account. The phone logs out and in again, also in the middle of its
/// calls; its session is ended from elsewhere; another person uses it in between; answers are lost, the vault is out of
/// reach, and any write finds the disk full or is the last thing the program does.
@Suite(.timeLimit(.minutes(5))) struct LogoutWalkTests {
    @Test(arguments: 0..<10) func `after any walk no entry is gone that nobody deleted, and no deletion is undone`(
        _ turn: Int
    ) async throws {
        var walk = RandomWalk()
        let isRestored = turn % 2 == 1, world = try await SharedPhone()
        for step in 0..<80 {
            if walk.next() % 2 == 0, try await !world.isAdas { try await world.signInAda() }
            let entries = try await world.own(on: world.phone)
            let entry = entries.isEmpty ? nil : entries[Int(walk.next() % UInt64(entries.count))]
            try await Self.act(walk.next() % (isRestored ? 22 : 20), on: entry, in: world, step, &walk)
        }
        try await world.settle()
        let record = world.record.withLock { $0 }
        let story = "\(walk.note)\n\(record.steps.joined(separator: "\n"))"
        let shown = try await world.own(on: world.tablet).map(\.secret).sorted()
        #expect(try await world.own(on: world.phone).map(\.secret).sorted() == shown, "\(story)")
        #expect(record.added.subtracting(record.deleted).subtracting(shown).isEmpty, "\(story)")
        #expect(try await record.added.isDisjoint(with: world.bensSecrets()), "\(story)")
        if isRestored {
            // An edit of a version that the vault lost may have become an entry of its own.
            let mustBeGone = record.mustBeGone.subtracting(record.editedOnPhone).subtracting(record.editedOnTablet)
            #expect(mustBeGone.isDisjoint(with: shown), "\(mustBeGone.intersection(shown)) \(story)")
        } else {
            #expect(Set(shown).count == shown.count, "\(story)")
            #expect(record.mustBeGone.isDisjoint(with: shown), "\(record.mustBeGone.intersection(shown)) \(story)")
        }
    }

    private static func act(
        _ choice: UInt64, on entry: LocalEntry?, in world: SharedPhone, _ step: Int, _ walk: inout RandomWalk
    ) async throws {
        let phone = world.phone, session = try await phone.store.profile().session
        let number = Int(walk.next() % 6), isFirst = walk.next() % 2 == 0
        let choiceToKeep = isFirst ? SecretChoice.keep : .delete
        switch (choice, entry) {
        case (0...2, _): try await world.add(step)
        case (3...4, let entry?): try await world.delete(entry)
        case (5...6, let entry?): try await world.edit(entry, to: "I\(step)")
        case (7, _):
            world.wire.losesAnswers = true
            try await world.attempt("phone syncs without answers") { _ = try await phone.sync() }
            world.wire.losesAnswers = false
        case (8, _):
            world.disk.fail(in: number, afterCommit: isFirst)
            try await world.attempt("phone syncs, write \(number) fails \(isFirst ? "after" : "before") its commit") {
                _ = try await phone.sync()
            }
            world.disk.fail(in: nil, afterCommit: false)
        case (9...10, _):
            world.wire.isDown = walk.next() % 2 == 0
            world.disk.fail(in: walk.next() % 2 == 0 ? number : nil, afterCommit: walk.next() % 2 == 0)
            try await world.attempt(
                "phone logs out (\(choiceToKeep)), the vault is \(world.wire.isDown ? "away" : "there")"
            ) {
                try await phone.logout(choiceToKeep)
            }
            world.disk.fail(in: nil, afterCommit: false)
            world.wire.isDown = false
        case (11, _):
            world.wire.during(number) {
                world.note("  logged out (\(choiceToKeep)) during this call")
                try? await phone.apply(.loggedOutHere(choiceToKeep), reason: "", to: session)
            }
            try await world.attempt("phone syncs") { _ = try await phone.sync() }
            world.wire.during(nil) {}
        case (12, let entry?):
            world.wire.during(number) {
                try? await isFirst ? world.edit(entry, to: "D\(step)") : world.delete(entry)
            }
            try await world.attempt("phone syncs") { _ = try await phone.sync() }
            world.wire.during(nil) {}
        case (13, _):
            world.note("the phone's session is ended from elsewhere")
            try await phone.apply(.refused(.sessionRevoked), reason: "", to: session)
        case (14, _) where isFirst:
            world.wire.during(number) { try? await world.signInBen() }
            try await world.attempt("phone syncs") { _ = try await phone.sync() }
            world.wire.during(nil) {}
        case (14, _):
            try await world.signInBen()
            try await world.attempt("phone syncs") { _ = try await phone.sync() }
        case (15, _): try await world.signInAda()
        case (16, _):
            let shown = try await world.own(on: world.tablet)
            guard !shown.isEmpty else { return }
            let target = shown[Int(walk.next() % UInt64(shown.count))]
            try await isFirst
                ? world.delete(target, onPhone: false) : world.edit(target, to: "T\(step)", onPhone: false)
            try await world.attempt("tablet syncs") { _ = try await world.tablet.sync() }
        case (17, _): try await world.attempt("tablet syncs") { _ = try await world.tablet.sync() }
        case (20, _): try await world.backUp()
        case (21, _): try await world.restore()
        case (_, _): try await world.attempt("phone syncs") { _ = try await phone.sync() }
        }
    }
}
