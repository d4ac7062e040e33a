import Foundation

/// HTTP dates (RFC 9110, section 5.6.7): the current format and the two obsolete ones.
enum HTTPDate {
  private static let formats = [
    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy",
  ]

  /// Parses a date such as `Sun, 06 Nov 1994 08:49:37 GMT`.
  static func date(_ text: String) -> Date? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.calendar = Calendar(identifier: .gregorian)
    let text = text.split(separator: " ").joined(separator: " ")
    for format in formats {
      formatter.dateFormat = format
      if let date = formatter.date(from: text) { return date }
    }
    return nil
  }

  /// Parses a Retry-After header (RFC 9110, section 10.2.3): seconds from now, or a date.
  static func retryAfter(_ text: String?, from now: Date) -> Date? {
    guard let text else { return nil }
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      // Very large numbers are limited to a year.
      return now.addingTimeInterval(min(Double(text) ?? 0, 366 * 86_400))
    }
    return date(text)
  }
}
