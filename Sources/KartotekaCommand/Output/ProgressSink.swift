import KartotekaTransfer

/// Forwards bytes and shows progress by counting lines, one for each record.
final class ProgressSink: ByteSink {
  private let sink: any ByteSink
  private let line: ProgressLine
  private let label: String
  private let total: Int
  private var count = 0

  /// - Parameter total: the expected number of records.
  init(_ sink: any ByteSink, _ line: ProgressLine, label: String, total: Int) {
    self.sink = sink
    self.line = line
    self.label = label
    self.total = total
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    try sink.write(bytes)
    count += bytes.count { $0 == UInt8(ascii: "\n") }
    line.update(label, share: Double(count) / Double(max(total, 1)), count: min(count, total))
  }
}
