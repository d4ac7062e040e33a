import Synchronization

/// A value that is created on first use and then kept.
package final class Deferred<Value: Sendable>: Sendable {
  private final class Made: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private let made = AtomicLazyReference<Made>()
  private let make: @Sendable () -> Value

  /// A value that the function creates. Concurrent first uses may call it several times; all get the same result.
  package init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  /// The value.
  package var value: Value { (made.load() ?? made.storeIfNil(Made(make()))).value }
}
