import Foundation

/// The time zone of the current task, in which moments are shown and typed and the current day is determined.
///
/// A server sets it for each request to the zone that the person has chosen, else to that of their browser, else to its own. Moments
/// are stored in UTC.
package enum TaskTimeZone {
  /// The zone; the process's (`TZ`, `/etc/localtime`) by default.
  @TaskLocal package static var current = TimeZone.current

  /// Whether a person has chosen the zone, so that it need not be that of the browser.
  @TaskLocal package static var isChosen = false

  /// The zone of an IANA name such as `Europe/Warsaw`; nil for an unknown name.
  package static func named(_ name: String) -> TimeZone? {
    guard (1...64).contains(name.utf8.count), name.utf8.allSatisfy(isAllowed) else { return nil }
    return TimeZone(identifier: name)
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "/_+-".utf8.contains(byte)
    }
  }
}
