import Foundation
import Kartoteka
import KartotekaTransfer
import Synchronization

/// How far long work is: a bar on a terminal, now and then a plain line elsewhere. Nothing for short work.
final class ProgressLine: Sendable {
  private struct State {
    var next: ContinuousClock.Instant
    var isDrawn = false
  }

  private let state: Mutex<State>
  private let pause: Duration
  private let isShown: Bool

  /// A line about work that begins now.
  /// - Parameter besideOutput: whether the work writes to standard output. Where that is a terminal, it shows by
  ///   itself how far the work is, and a bar would stand in its way.
  init(besideOutput: Bool = false) {
    isShown = !besideOutput || isatty(STDOUT_FILENO) == 0
    pause = .milliseconds(StandardError.isTerminal ? 100 : 2_000)
    state = Mutex(State(next: .now + pause))
  }

  /// Says how far the work is.
  /// - Parameters:
  ///   - label: what is being worked on: a file.
  ///   - share: how much of the whole is done, from 0 to 1; nil when nobody knows.
  ///   - count: how many records are done.
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

  /// Says how far an import is.
  func update(_ progress: ImportProgress) {
    let share = Double(progress.bytes) / Double(max(progress.totalBytes, 1))
    switch progress.phase {
    case .reading: update(progress.file, share: share, count: progress.rows)
    case .indexing: update(say("Preparing the search"), share: nil, count: progress.rows)
    }
  }

  /// Takes the bar away, so that what is written next stands in a line of its own.
  func clear() {
    state.withLock { state in
      if state.isDrawn { StandardError.write(Self.fresh) }
      state.isDrawn = false
    }
  }

  // Back to the line's beginning, and nothing in it (ECMA-48: EL).
  private static let fresh = "\r\u{1b}[K"

  private static func percentage(_ share: Double) -> String {
    let number = String(Int(min(max(share, 0), 1) * 100))
    return String(repeating: " ", count: 3 - number.count) + number + " %"
  }

  private static func bar(_ share: Double) -> String {
    let full = Int(min(max(share, 0), 1) * 24)
    return String(repeating: "█", count: full) + String(repeating: "░", count: 24 - full)
  }
}
