import ArgumentParser
import Foundation
import Kartoteka

/// The period of what a command lists, and how much of it.
struct PeriodOptions: ParsableArguments {
  @Option(help: .saying("Only what happened on this day or at this time, and later: 2026-01-31.", value: "time"))
  var from: String?

  @Option(help: .saying("Only what happened on this day or at this time, and earlier.", value: "time"))
  var to: String?

  @Option(help: .saying("The maximum number of listed lines.", value: "count"))
  var limit = 50

  func validate() throws {
    if !(1...1_000).contains(limit) { throw ValidationError(say("--limit is a number from 1 to 1000.")) }
    _ = (try start, try end)
  }

  /// The beginning; nil for an open one.
  var start: Date? {
    get throws { try Self.moments(from, "--from")?.lowerBound }
  }

  /// The end, which is no part of it; nil for an open one. The day after the last day of the calendar has no text that can be compared.
  var end: Date? {
    get throws {
      guard let end = try Self.moments(to, "--to")?.upperBound else { return nil }
      return end.timeIntervalSince1970 < 253_402_300_800 - 86_400 ? end : nil
    }
  }

  // The day or moment of an option.
  private static func moments(_ text: String?, _ option: String) throws -> Range<Date>? {
    guard let text else { return nil }
    guard let range = Timestamp.range(text, in: TaskTimeZone.current) else {
      throw ValidationError(say("{option} is a day or a time: 2026-01-31.", ["option": .text(option)]))
    }
    return range
  }
}
