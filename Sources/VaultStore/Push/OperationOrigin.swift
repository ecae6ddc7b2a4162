/// Who sends an operation.
public enum OperationOrigin: Sendable, Hashable {
    /// A device of the person.
    case device
    /// A backend with a token of a device.
    ///
    /// - mayRead: false for a backend that may not be shown the bodies of items.
    case backend(mayRead: Bool)

    var isBackend: Bool { self != .device }

    var mayRead: Bool {
        switch self {
        case .device: true
        case .backend(let mayRead): mayRead
        }
    }
}
