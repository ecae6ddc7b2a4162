#if Postgres
import Synchronization

/// A value that several tasks of a test read and change.
final class SharedValue<Value: Sendable>: Sendable {
    private let inner: Mutex<Value>
    init(_ value: Value) { inner = Mutex(value) }
    var value: Value { inner.withLock { $0 } }
    func change<T: Sendable>(_ body: (inout Value) -> T) { _ = inner.withLock { value in body(&value) } }
}
#endif
