import Foundation
import Kartoteka
import KartotekaModel
import KartotekaTransfer
import Synchronization

/// The progress of long work: a bar on a terminal, periodic lines elsewhere. Short work shows none.
final class ProgressLine: Sendable {
  private struct State {
    var next: ContinuousClock.Instant
    var isDrawn = false
  }

  private let state: Mutex<State>
  private let pause: Duration
  private let isShown: Bool

  /// Makes a progress line for work that begins now.
  /// - Parameter besideOutput: whether the work writes to standard output. If that is a terminal, no progress is shown.
  init(besideOutput: Bool = false) {
    isShown = !besideOutput || isatty(STDOUT_FILENO) == 0
    pause = .milliseconds(StandardError.isTerminal ? 100 : 2_000)
    state = Mutex(State(next: .now + pause))
  }

  /// Shows the progress.
  /// - Parameters:
  ///   - label: the current item, such as a file.
  ///   - share: the completed share from 0 to 1; nil if it is unknown.
  ///   - count: the number of completed records.
  func update(_ label: String, share: Double?, count: Int? = nil) {
    state.withLock { state in
      guard isShown, ContinuousClock.now >= state.next else { return }
      state.next = .now + pause
      let bar = StandardError.isTerminal ? share.map(Self.bar) : nil
      let parts = [label, bar, share.map(Self.percentage), count.map(say.language.grouped)]
      let text = parts.compactMap(\.self).joined(separator: "  ")
      StandardError.write(StandardError.isTerminal ? Self.fresh + text : text + "\n")
      state.isDrawn = StandardError.isTerminal
    }
  }

  /// Shows the progress of an import.
  func update(_ progress: ImportProgress) {
    let share = Double(progress.bytes) / Double(max(progress.totalBytes, 1))
    switch progress.phase {
    case .reading: update(progress.file, share: share, count: progress.rows)
    case .indexing: update(say("Preparing the search"), share: nil, count: progress.rows)
    }
  }

  /// Removes the bar, so that the next text starts on an empty line.
  func clear() {
    state.withLock { state in
      if state.isDrawn { StandardError.write(Self.fresh) }
      state.isDrawn = false
    }
  }

  // Carriage return, then erase to the end of the line (ECMA-48: EL).
  private static let fresh = "\r\u{1b}[K"

  private static func percentage(_ share: Double) -> String {
    let number = String(Int(clampingFloor: min(max(share, 0), 1) * 100))
    return String(repeating: " ", count: 3 - number.count) + number + " %"
  }

  private static func bar(_ share: Double) -> String {
    let full = Int(clampingFloor: min(max(share, 0), 1) * 24)
    return String(repeating: "█", count: full) + String(repeating: "░", count: 24 - full)
  }
}

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
