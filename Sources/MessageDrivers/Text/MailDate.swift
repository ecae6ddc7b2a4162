import Primitives

/// A time as the header lines of a mail have it (RFC 5322, section 3.3).
enum MailDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    static func text(of time: Instant) -> String {
        // ISO 8601: 2026-01-31T23:59:59.000Z
        let parts = "\(time)".split { "-T:.Z".contains($0) }
        guard parts.count >= 6, let month = Int(parts[1]), months.indices.contains(month - 1) else { return "\(time)" }
        let day = days[Int(time.ms / 86_400_000 % 7 + 7) % 7]
        return "\(day), \(parts[2]) \(months[month - 1]) \(parts[0]) \(parts[3]):\(parts[4]):\(parts[5]) +0000"
    }
}
