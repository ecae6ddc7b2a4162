import Synchronization

/// A value that can be replaced while the service runs, as a setting is at SIGHUP.
final class LiveValue<Value: Sendable>: Sendable {
    private let value: Mutex<Value>

    init(_ value: Value) { self.value = Mutex(value) }

    var current: Value { value.withLock { $0 } }

    func replace(_ new: Value) { value.withLock { $0 = new } }
}
