/// Bytes that grow at their end, written as PostgreSQL's binary formats have them: the most significant byte first.
final class ByteBuffer {
  private var memory: UnsafeMutableRawBufferPointer
  private(set) var count = 0

  init(capacity: Int = 1 << 17) { memory = .allocate(byteCount: capacity, alignment: 16) }

  deinit { memory.deallocate() }

  /// The bytes, which are valid until the next change.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<count]) }

  /// The bytes from a position on.
  func bytes(from start: Int) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[start..<count]) }

  func removeAll() { count = 0 }

  private func reserve(_ more: Int) {
    guard count + more > memory.count else { return }
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: max(memory.count * 2, count + more), alignment: 16)
    larger.copyMemory(from: bytes)
    memory.deallocate()
    memory = larger
  }

  func append<T: FixedWidthInteger>(_ integer: T) {
    reserve(MemoryLayout<T>.size)
    memory.storeBytes(of: integer.bigEndian, toByteOffset: count, as: T.self)
    count += MemoryLayout<T>.size
  }

  func append(_ more: UnsafeRawBufferPointer) {
    reserve(more.count)
    UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: more)
    count += more.count
  }
}

extension UnsafeRawBufferPointer {
  /// The integer at a position; nil where the bytes end before it does.
  func integer<T: FixedWidthInteger>(at offset: Int, as _: T.Type = T.self) -> T? {
    guard offset >= 0, offset + MemoryLayout<T>.size <= count else { return nil }
    return T(bigEndian: loadUnaligned(fromByteOffset: offset, as: T.self))
  }
}
