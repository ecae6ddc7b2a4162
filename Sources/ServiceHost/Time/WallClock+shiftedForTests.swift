import FaultInjection
import Primitives

extension WallClock {
    /// The clock with the shift of ``ShiftedClock``; in a release build the clock itself.
    static func shiftedForTests(_ clock: WallClock) -> WallClock {
        #if DEBUG
        WallClock { clock.now + .seconds(ShiftedClock.seconds) }
        #else
        clock
        #endif
    }
}
