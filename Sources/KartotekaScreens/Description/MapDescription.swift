import KartotekaModel

/// A map of the world as data: what its countries and its pins stand for.
public struct MapDescription: Sendable, Codable, Hashable {
  /// Places that belong to the records of a country.
  public struct Pins: Sendable, Codable, Hashable {
    /// The country's to-many relationship.
    public var relationship: String
    /// The attribute of the related records that says where each is.
    public var position: String
    /// The date of the related records whose latest is told of a country; nil tells none.
    public var date: String?

    /// The places that a relationship leads to.
    public init(_ relationship: String, position: String, date: String? = nil) {
      self.relationship = relationship
      self.position = position
      self.date = date
    }
  }

  /// The entity whose records are countries, or else places.
  public var entity: String
  /// The attribute that says which country a record is; nil where records are places.
  public var region: String?
  /// The attribute that says where a record is, where records are places.
  public var position: String?
  /// The places in countries.
  public var pins: Pins?
  /// What a country with a record is called: a key into the catalogue.
  public var marked = "On the map"
  /// What a country without one is called: a key into the catalogue.
  public var unmarked = "Not on the map"

  /// A map of countries.
  public init(entity: String, region: String) {
    self.entity = entity
    self.region = region
  }

  /// A map of places.
  public init(entity: String, position: String) {
    self.entity = entity
    self.position = position
  }
}
