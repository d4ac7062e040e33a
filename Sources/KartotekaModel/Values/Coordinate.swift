/// A position on Earth (WGS 84): latitude and longitude in degrees.
public struct Coordinate: Hashable, Sendable, CustomStringConvertible {
  /// Degrees north of the equator, -90 to 90.
  public let latitude: Double
  /// Degrees east of Greenwich, -180 to 180.
  public let longitude: Double

  /// A position; nil if a number is out of range or not finite.
  public init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    // Adding zero turns -0 into 0, so that equal positions have equal text.
    self.latitude = latitude + 0
    self.longitude = longitude + 0
  }

  /// Parses `52.2297,21.0122`, optionally with a space or the prefix `geo:` (RFC 5870).
  public init?(_ text: some StringProtocol) {
    let bare = text.hasPrefix("geo:") ? text.dropFirst(4) : text[...]
    let parts = bare.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingSpaces() }
    // Double.init also accepts "inf" and hexadecimal.
    guard parts.count == 2, bare.utf8.allSatisfy({ "0123456789+-.eE, ".utf8.contains($0) }),
      let latitude = Double(parts[0]), let longitude = Double(parts[1])
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }

  /// The position as it is stored and exported: `52.2297,21.0122`.
  public var description: String { "\(latitude),\(longitude)" }
}
