/// What kind of value is to be made up.
public enum MockKind: Hashable, Sendable {
  /// Text.
  case text
  /// A whole number.
  case integer
  /// A binary floating-point number.
  case real
  /// An exact decimal number with so many digits after the point.
  case decimal(scale: Int)
  /// `true` or `false`.
  case boolean
  /// A day, `2025-03-14`.
  case date
  /// A moment in UTC, `2025-03-14T09:26:53.000Z`.
  case timestamp
  /// One of these.
  case choice([String])
  /// A mail address, always at example.org, example.com or example.net (RFC 2606).
  case mail
  /// A telephone number, `+48 225550147`.
  case phone
  /// A web address, always at one of the domains of ``mail``.
  case url
  /// A small picture (PNG) in Base64.
  case blob
  /// `latitude,longitude` in degrees.
  case coordinate
}
