#if Postgres
import Primitives
import SQL

/// One statement that only reads, on its way to a connection that many callers share.
struct PointRead: Errand {
    let accepted: SteadyInstant
    let statement: Statement
    var reruns = Reruns()
    /// Gives the caller its rows.
    let answer: @Sendable ([Row]) -> Void
    let refuse: @Sendable (SQLFault) -> Void

    /// A statement and who waits for it.
    init(_ statement: Statement, at accepted: SteadyInstant, for caller: CheckedContinuation<[Row], any Error>) {
        self.accepted = accepted
        self.statement = statement
        answer = { caller.resume(returning: $0) }
        refuse = { caller.resume(throwing: $0) }
    }

    /// Runs what waits together in one exchange: one flush, one sync, a snapshot for each statement. Where one fails,
    /// each runs again alone, which is safe because none changes anything.
    ///
    /// - Returns: those that another connection must take.
    static func run(_ errands: [PointRead], on link: Link) -> [PointRead] {
        var sound: [(errand: PointRead, statement: ReadyStatement)] = []
        for errand in errands {
            do throws(Trouble) { sound.append((errand, try link.ready(errand.statement))) } catch {
                errand.refuse(error.fault)
            }
        }
        guard !sound.isEmpty else { return [] }
        do throws(Trouble) {
            let replies = try link.exchange { () throws(Trouble) in
                for (_, statement) in sound { try link.send(statement) }
            }
            for (index, reply) in replies.enumerated() { sound[index].errand.answer(reply.rows) }
            return []
        } catch {
            if sound.count > 1, !error.endsLink { return sound.flatMap { alone($0.errand, on: link) } }
            return sound.flatMap { after(error, $0.errand, on: link) }
        }
    }

    private static func alone(_ errand: PointRead, on link: Link) -> [PointRead] {
        link.isUsable ? run([errand], on: link) : [errand]
    }

    private static func after(_ trouble: Trouble, _ given: PointRead, on link: Link) -> [PointRead] {
        var errand = given
        if case .refused(let error, let text) = trouble, error.isReadOnly {
            errand.refuse(.statement(text: text, message: "a read changes nothing"))
            return []
        }
        switch errand.reruns.decide(trouble, in: link.isOld ? .first : .open) {
        case .again: return run([errand], on: link)
        case .prepareAgain:
            do throws(Trouble) { try link.forgetPreparations() } catch { return [errand] }
            return run([errand], on: link)
        case .elsewhere: return [errand]
        case .tell(let fault):
            errand.refuse(fault)
            return []
        }
    }
}
#endif
