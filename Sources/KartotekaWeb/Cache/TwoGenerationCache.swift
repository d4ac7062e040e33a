/// A cache with a limit on its total size. Values are in two generations. When the young generation is full, it becomes the
/// old one, and the previous old one is dropped. A read moves a value to the young generation.
struct TwoGenerationCache<Key: Hashable, Value> {
  private var young: [Key: (value: Value, size: Int)] = [:]
  private var old: [Key: (value: Value, size: Int)] = [:]
  private var size = 0
  private let limit: Int

  /// An empty cache.
  /// - Parameter limit: the total size, in the unit of the values' sizes.
  init(limit: Int) { self.limit = limit / 2 }

  /// The value of a key; nil if it is not cached. Reading a value moves it to the young generation.
  subscript(key: Key) -> Value? {
    mutating get {
      if let known = young[key] { return known.value }
      guard let known = old.removeValue(forKey: key) else { return nil }
      insert(known.value, for: key, size: known.size)
      return known.value
    }
  }

  /// Caches a value. A value larger than half of the limit is not cached.
  mutating func insert(_ value: Value, for key: Key, size added: Int) {
    guard added <= limit else { return }
    old[key] = nil
    if let replaced = young.removeValue(forKey: key) { size -= replaced.size }
    if size + added > limit {
      old = young
      young = [:]
      size = 0
    }
    young[key] = (value, added)
    size += added
  }
}
