import Foundation

/// Memory that grows by `realloc`. Its address is stable while it does not grow.
///
/// An array has no stable address: pointers into it are valid only within a closure.
struct GrowingBuffer<Element: BitwiseCopyable>: ~Copyable {
  private(set) var start: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int = 16) {
    self.capacity = max(capacity, 1)
    start = Self.memory(nil, for: self.capacity)
  }

  deinit { free(start) }

  var isEmpty: Bool { count == 0 }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { reserve(1) }
    (start + count).initialize(to: element)
    count += 1
  }

  mutating func append(_ source: UnsafePointer<Element>, count added: Int) {
    reserve(added)
    (start + count).initialize(from: source, count: added)
    count += added
  }

  /// Lets `body` write up to `added` elements at the end; it returns their number.
  mutating func append<Failure: Error>(
    upTo added: Int, filledBy body: (UnsafeMutablePointer<Element>) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    reserve(added)
    let filled = try body(start + count)
    count += filled
    return filled
  }

  @inline(__always)
  mutating func removeAll() { count = 0 }

  /// Releases unused memory.
  mutating func shrink() {
    capacity = max(count, 1)
    start = Self.memory(start, for: capacity)
  }

  private mutating func reserve(_ added: Int) {
    guard count + added > capacity else { return }
    capacity = max(count + added, capacity * 2)
    start = Self.memory(start, for: capacity)
  }

  private static func memory(
    _ old: UnsafeMutablePointer<Element>?, for capacity: Int
  ) -> UnsafeMutablePointer<Element> {
    guard let memory = realloc(old, capacity * MemoryLayout<Element>.stride) else {
      fatalError("Out of memory: \(capacity) elements")
    }
    return memory.bindMemory(to: Element.self, capacity: capacity)
  }
}
