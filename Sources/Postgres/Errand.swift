#if Postgres
import Primitives
import SQL

/// Something a caller waits for, on its way to a connection.
protocol Errand: Sendable {
    /// When the caller came.
    var accepted: SteadyInstant { get }
    /// Tells the caller that it was not done.
    var refuse: @Sendable (SQLFault) -> Void { get }
}
#endif
