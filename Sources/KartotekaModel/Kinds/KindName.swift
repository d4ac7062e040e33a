/// The name of an ``AttributeKind`` in descriptions and documents.
public struct KindName: RawRepresentable, Hashable, Sendable, Codable {
  /// The name: `text`, `decimal`, …
  public let rawValue: String

  /// A name. The check of the description tests whether the kind exists (rule `kind-known`).
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Text of one line, or of several if the attribute allows it.
  public static let text = KindName(rawValue: "text")
  /// A whole number of 64 bits.
  public static let integer = KindName(rawValue: "integer")
  /// A binary floating-point number.
  public static let real = KindName(rawValue: "real")
  /// An exact decimal number of a fixed scale: money, weights.
  public static let decimal = KindName(rawValue: "decimal")
  /// Yes or no.
  public static let boolean = KindName(rawValue: "boolean")
  /// A calendar day.
  public static let date = KindName(rawValue: "date")
  /// A moment.
  public static let timestamp = KindName(rawValue: "timestamp")
  /// One of a fixed set of values.
  public static let choice = KindName(rawValue: "choice")
  /// A mail address.
  public static let mail = KindName(rawValue: "mail")
  /// A telephone number.
  public static let phone = KindName(rawValue: "phone")
  /// A web address.
  public static let url = KindName(rawValue: "url")
  /// Bytes: a picture, a file.
  public static let blob = KindName(rawValue: "blob")
  /// Bytes that are a picture.
  public static let picture = KindName(rawValue: "picture")
  /// A position on Earth.
  public static let coordinate = KindName(rawValue: "coordinate")
  /// Any value, as another program's SQLite file has it.
  public static let stored = KindName(rawValue: "stored")
  /// JSON in a column of text of another program's file.
  public static let storedJSON = KindName(rawValue: "stored-json")
  /// A country or territory of the world.
  public static let country = KindName(rawValue: "country")
}
