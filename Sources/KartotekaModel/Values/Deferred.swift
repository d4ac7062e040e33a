import Synchronization

/// A value that is made when somebody first asks for it, and kept from then on.
public final class Deferred<Value: Sendable>: Sendable {
  private final class Made: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private let made = AtomicLazyReference<Made>()
  private let make: @Sendable () -> Value

  /// A value that the function makes. Of several who ask at once each may make one; all get the same.
  public init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  /// The value.
  public var value: Value { (made.load() ?? made.storeIfNil(Made(make()))).value }
}
