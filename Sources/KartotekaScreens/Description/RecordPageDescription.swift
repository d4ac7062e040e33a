/// What a record's card shows beside its title and its fields, as data: attributes by name.
public struct CardDescription: Sendable, Codable, Hashable {
  /// What its cut tab says in place of the record's number; nil for the number.
  public var mark: Mark?
  /// The line below its title; nil for none.
  public var years: Years?
  /// The fields of a stored record that it leaves out.
  public var omitted: [String] = []
  /// Text attributes that hold telephone numbers, beside those of the kind `.phone`: the card offers to call them.
  public var numbers: [String] = []
  /// The attributes that make up a postal address, in the order a map's search understands; empty for none.
  public var address: [String] = []

  /// A card as it is without a declaration.
  public init() {}

  /// "Country · PT".
  public struct Mark: Sendable, Codable, Hashable {
    /// What the record is, a key into the catalogue.
    public var title: String
    /// The attribute whose value tells it from others, shown as it is stored.
    public var attribute: String
  }

  /// "Visited in 2011, 2019 and 2024".
  public struct Years: Sendable, Codable, Hashable {
    /// The sentence, a key into the catalogue in which `{years}` stands for them.
    public var sentence: String
    /// The to-many relationship to the records that have dates.
    public var relationship: String
    /// Their attribute with the date.
    public var date: String
  }
}

/// How a section shows its records as pictures, as data: attributes by name.
public struct GalleryDescription: Sendable, Codable, Hashable {
  /// The picture.
  public var image: String
  /// Who made it; nil where nobody says.
  public var credit: String?
  /// Where it comes from; nil where nobody says.
  public var link: String?
  /// What it shows; nil where nobody says.
  public var caption: String?
  /// The day it was taken; nil where nobody says.
  public var date: String?
  /// The attribute of the page's record with the country whose outline is shown, too; nil for none.
  public var poster: String?
}

/// What new records are chosen from, in place of a form to fill in.
public enum RecordChoice: Sendable, Codable, Hashable {
  /// The countries of the world; the attribute that keeps which.
  case country(String)
  /// The places of the world.
  case place(PlaceChoice)
}

/// What is kept of a place that was chosen, as data: attributes by name.
public struct PlaceChoice: Sendable, Codable, Hashable {
  /// The attribute that keeps what it is called.
  public var name: String
  /// The attribute that keeps where it is.
  public var position: String
  /// The attribute that keeps its number in the gazetteer, by which it is known under the names of all languages; nil for
  /// none.
  public var identity: String?
  /// The to-one relationship to the country that it belongs to.
  public var relationship: String
  /// The attribute of that country's record that says which it is.
  public var country: String
}
