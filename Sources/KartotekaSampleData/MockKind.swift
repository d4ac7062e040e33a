/// The kind of a generated value.
package enum MockKind: Hashable, Sendable {
  /// Text.
  case text
  /// The number of an article with its check digit, such as `2000000000015`.
  case articleNumber
  /// A whole number.
  case integer
  /// A binary floating-point number.
  case real
  /// An exact decimal number with the given number of decimal digits.
  case decimal(scale: Int)
  /// `true` or `false`.
  case boolean
  /// A date, such as `2025-03-14`.
  case date
  /// A time in UTC, such as `2025-03-14T09:26:53.000Z`.
  case timestamp
  /// One of the given values.
  case choice([String])
  /// A mail address at example.org, example.com or example.net (RFC 2606).
  case mail
  /// A telephone number, such as `+48 225550147`.
  case phone
  /// A web address at one of the domains of ``mail``.
  case url
  /// A small picture (PNG) in Base64.
  case blob
  /// `latitude,longitude` in degrees.
  case coordinate
}
