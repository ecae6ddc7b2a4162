import AuthStore
import Primitives
import Testing

@Suite struct `Limits on codes that are set` {
    @Test(arguments: [(1, 1), (10, 1), (19, 1), (20, 2), (1_000, 100)])
    func `above ten codes for one address the shares of an address grow in proportion`(perAddress: Int, factor: Int) {
        var limits = SendLimits()
        limits.setSendsPerAddress(perAddress)
        #expect(limits.perAddress == [.init(perAddress, per: .hours(1))])
        #expect(limits.perNumberAndGroup == [.init(2 * factor, per: .hours(1)), .init(4 * factor, per: .hours(24))])
        #expect(limits.perBlockAndGroup == [.init(5 * factor, per: .hours(1))])
    }

    @Test func `to one number twice as many codes are sent in a day as in an hour, and the resend interval stays`() {
        var limits = SendLimits()
        limits.setResendInterval(.seconds(90))
        limits.setSendsPerNumber(7)
        #expect(
            limits.perNumber == [
                .init(1, per: .seconds(90)), .init(7, per: .hours(1)), .init(14, per: .hours(24)),
            ])
    }

    @Test(arguments: [(1, 1, 2), (4, 1, 2), (5, 2, 3), (7, 2, 3), (10, 4, 6), (1_000, 400, 600)])
    func `of the codes to one number a known device and the reserve have two fifths`(
        perNumber: Int, share: Int, toRemove: Int
    ) {
        var limits = SendLimits()
        limits.setSendsPerNumber(perNumber)
        let rates = [SendLimits.Rate(share, per: .hours(1)), .init(2 * share, per: .hours(24))]
        #expect(limits.perNumberAndKey == rates)
        #expect(limits.perNumberReserve == rates)
        #expect(
            limits.perNumberAndKeyToRemove == [.init(toRemove, per: .hours(1)), .init(2 * toRemove, per: .hours(24))])
    }

    @Test func `the shares of a number's codes that are not set are those of five an hour`() {
        var set = SendLimits()
        set.setSendsPerNumber(5)
        #expect(set == SendLimits())
    }

    @Test(arguments: [(1, 1), (8, 1), (9, 2), (50_000, 6_250)])
    func `an hour has an eighth of the day's codes, rounded up, unless it is set`(perDay: Int, perHour: Int) {
        #expect(SendLimits(perDay: perDay).perHour == perHour)
        #expect(SendLimits(perDay: perDay, perHour: 3).perHour == 3)
    }
}
