/// The effects of a machine whose transitions only change the state. It has no values.
public enum NoEffect: RawRepresentable, CaseIterable, Hashable, Sendable {
    public var rawValue: String { switch self {} }

    public init?(rawValue: String) { nil }
}
