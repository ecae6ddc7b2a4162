/// The name that a device gives itself: 1 to 64 Unicode scalars, all of them printable and at least one visible.
///
/// The person's other devices show it when they decide whether to admit this one, so it must not be able to move the
/// cursor, to hide text or to look empty.
public struct DeviceName: RawRepresentable, Hashable, Sendable, Codable {
    public static let maximumLength = 64

    public let rawValue: String

    /// Returns nil for a text of another form.
    public init?(rawValue: String) {
        let scalars = rawValue.unicodeScalars
        guard scalars.count <= Self.maximumLength, scalars.allSatisfy(\.isPrintable),
            scalars.contains(where: \.isVisible)
        else { return nil }
        self.rawValue = rawValue
    }

    /// Makes a name of any text by leaving out what is not printable and what is too long; nil if nothing is left.
    public init?(reducing text: String) {
        var reduced = String.UnicodeScalarView()
        reduced.append(contentsOf: text.unicodeScalars.filter(\.isPrintable).prefix(Self.maximumLength))
        self.init(rawValue: String(reduced))
    }
}
