/// A sink in memory.
public final class MemorySink: ByteSink {
  /// What has been written so far.
  public private(set) var bytes: [UInt8] = []

  /// An empty sink.
  public init() {}

  /// What has been written so far, as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends these bytes to ``bytes``.
  public func write(_ bytes: UnsafeRawBufferPointer) {
    self.bytes.append(contentsOf: bytes)
  }
}
