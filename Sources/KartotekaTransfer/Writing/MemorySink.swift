/// A sink in memory.
public final class MemorySink: ByteSink {
  /// The written bytes.
  public private(set) var bytes: [UInt8] = []

  /// Makes an empty sink.
  public init() {}

  /// The written bytes as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends bytes to ``bytes``.
  public func write(_ bytes: UnsafeRawBufferPointer) {
    self.bytes.append(contentsOf: bytes)
  }
}
