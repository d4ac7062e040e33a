/// Values that are kept while they are asked for: when there is no room, what was not asked for since the last time goes.
public struct AgingCache<Key: Hashable, Value> {
  private var young: [Key: (value: Value, size: Int)] = [:]
  private var old: [Key: (value: Value, size: Int)] = [:]
  private var size = 0
  private let limit: Int

  /// An empty cache.
  /// - Parameter limit: how much there is room for, in the unit of the sizes that values are kept with.
  public init(limit: Int) { self.limit = limit / 2 }

  /// The value that is kept under a key.
  public subscript(key: Key) -> Value? {
    mutating get {
      if let known = young[key] { return known.value }
      guard let known = old.removeValue(forKey: key) else { return nil }
      set(known.value, for: key, size: known.size)
      return known.value
    }
  }

  /// Keeps a value.
  public mutating func set(_ value: Value, for key: Key, size added: Int) {
    size += added - (young.updateValue((value, added), forKey: key)?.size ?? 0)
    guard size > limit else { return }
    old = young
    young = [:]
    size = 0
  }
}
