#if Postgres
import SQL

/// One thread with at most one connection. It dials when it is needed, serves, and dials again when the connection is
/// lost.
struct Worker<Caller: Errand>: Sendable {
    let pool: Pool<Caller>
    let index: Int
    /// Makes a connection.
    let dial: @Sendable () throws(DialFailure) -> Link
    /// Serves some callers and returns those that another connection must serve.
    let serve: @Sendable ([Caller], Link) -> [Caller]

    /// Works until the pool is closed and its line is empty.
    func run() {
        while let link = connect() {
            serve(on: link)
            pool.disconnected(index)
        }
        pool.ended()
    }

    private func connect() -> Link? {
        while true {
            switch pool.call(for: index) {
            case .end: return nil
            case .rest: pool.bell(of: index).wait()
            case .dial:
                if let link = insist() { return link }
            }
        }
    }

    /// Dials until it succeeds, or until nobody needs it any more.
    private func insist() -> Link? {
        while true {
            do throws(DialFailure) {
                let link = try dial()
                pool.connected()
                return link
            } catch {
                guard let pause = pool.failed(error) else { return nil }
                pool.bell(of: index).wait(atMost: pause)
            }
        }
    }

    private func serve(on link: Link) {
        while link.isUsable {
            switch pool.turn(for: index) {
            case .end: return
            case .rest: link.rest(until: pool.bell(of: index))
            case .serve(let callers):
                pool.done(again: serve(callers, link))
            }
            link.isOld = true
        }
    }
}
#endif
