import Foundation
import Kartoteka

/// How far long work is: a bar on a terminal, now and then a plain line elsewhere. Nothing for short work.
final class ProgressLine {
  private let label: String
  private let isTerminal: Bool
  private let write: (String) -> Void
  private var next: ContinuousClock.Instant
  private var isDrawn = false

  /// - Parameters:
  ///   - label: what is being worked on: a file.
  ///   - isTerminal: whether lines can be drawn over.
  ///   - write: where it is written.
  init(
    _ label: String, isTerminal: Bool = StandardError.isTerminal,
    write: @escaping (String) -> Void = StandardError.write
  ) {
    self.label = label
    self.isTerminal = isTerminal
    self.write = write
    next = .now + .milliseconds(isTerminal ? 200 : 2_000)
  }

  deinit { clear() }

  /// Says how far the work is.
  /// - Parameters:
  ///   - count: how many records are done.
  ///   - share: how much of the whole that is, from 0 to 1; nil when nobody knows.
  func update(count: Int?, share: Double?) {
    guard ContinuousClock.now >= next else { return }
    next = .now + .milliseconds(isTerminal ? 100 : 2_000)
    let bar = isTerminal ? share.map(Self.bar) : nil
    let parts = [label, bar, share.map(Self.percentage), count.map(say.language.grouped)]
    let text = parts.compactMap(\.self).joined(separator: "  ")
    write(isTerminal ? "\r\u{1b}[K" + text : text + "\n")
    isDrawn = isTerminal
  }

  /// Takes the bar away, so that what is written next stands in a line of its own.
  func clear() {
    if isDrawn { write("\r\u{1b}[K") }
    isDrawn = false
  }

  private static func percentage(_ share: Double) -> String {
    let number = String(Int(min(max(share, 0), 1) * 100))
    return String(repeating: " ", count: 3 - number.count) + number + " %"
  }

  private static func bar(_ share: Double) -> String {
    let full = Int(min(max(share, 0), 1) * 24)
    return String(repeating: "█", count: full) + String(repeating: "░", count: 24 - full)
  }
}
