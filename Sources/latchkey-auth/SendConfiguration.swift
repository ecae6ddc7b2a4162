import AuthService
import AuthStore
import Primitives
import ServiceHost

/// The settings on where codes are sent, and how many.
struct SendConfiguration: Sendable {
    /// Nil if none are set, which only a demonstration may leave so.
    let countries: CountryList?
    let testNumbers: [TestNumber]
    let limits: SendLimits

    init(_ settings: inout SettingReader, isDemo: Bool) throws(SettingsFault) {
        countries = try settings.value(
            "countries", default: nil, shown: "",
            format: "country calling codes such as 49,43,41 (52 and not 521, 54 or 549 and not 5411)",
            "The countries that codes are sent to; required without --demo.",
            parse: { text in text.isEmpty ? .some(nil) : CountryList(text).map { .some($0) } })
        testNumbers = try settings.value(
            "test-numbers", default: [], shown: "",
            format: "at most 20 entries NUMBER=CODE@LAST-DAY such as "
                + "+491700000001=123456@2027-01-31, separated by commas", isSecret: true,
            "Numbers with a fixed code and without messages, at most until a day within the next 366 days.",
            parse: TestNumber.list)
        let defaults = SendLimits()
        let seconds = try settings.number(
            "otp-resend-seconds", 1...3600, default: 60,
            "The shortest time between two codes to one number; under 60 only with --demo.")
        settings.require(
            seconds >= 60 || isDemo, of: ["otp-resend-seconds", "demo"],
            "--set otp-resend-seconds=… must be at least 60 without --demo")
        let perNumber = try settings.number(
            "sends-per-number", 1...100, default: 5, "Codes per hour to one number; twice as many per day.")
        let perAddress = try settings.number(
            "sends-per-address", 1...100_000, default: 10,
            "Codes per hour for one client address; above 10 the shares of an address grow in proportion.")
        let perBlock = try settings.number(
            "sends-per-block", 1...10_000, default: 20, "Codes per hour to one block of 1000 numbers.")
        let sums = 1...10_000_000
        let perDay = try settings.number(
            "sends-per-day", sums, default: defaults.perDay, "Codes per day in all, which nothing exceeds.")
        let perHour: Int? = try settings.value(
            "sends-per-hour", default: nil, shown: "an eighth of sends-per-day",
            format: "a whole number from \(sums.lowerBound) to \(sums.upperBound)",
            "Codes per hour in all, which nothing exceeds.",
            parse: { text in Int(text).flatMap { sums.contains($0) ? .some($0) : nil } })
        let wrongPerHour = try settings.number(
            "wrong-codes-per-hour", sums, default: defaults.wrongPerHour,
            "Wrong codes per hour in all, after which those who enter wrong codes wait.")
        var limits = SendLimits(
            perBlock: [SendLimits.Rate(perBlock, per: .hours(1))], perDay: perDay, perHour: perHour,
            wrongPerHour: wrongPerHour)
        limits.setResendInterval(.seconds(seconds))
        limits.setSendsPerNumber(perNumber)
        limits.setSendsPerAddress(perAddress)
        self.limits = limits
    }

    /// Checks at the start of the service what reading the settings does not: without `--demo` the countries must be
    /// set, and each test number must end within the next 366 days.
    func check(isDemo: Bool, at now: Instant) throws(SettingsFault) {
        guard countries != nil || isDemo else {
            throw SettingsFault(
                "--set countries=… must name the calling codes of the countries that codes are sent to, such as 49,43,41"
            )
        }
        for number in testNumbers where !number.hasValidEnd(at: now) {
            throw SettingsFault(
                "--set test-numbers=…: the last day of \(number.phone) must be today or within the next 366 days")
        }
    }
}
