/// The contents of a record's card beside its title and its fields, as data: attributes by name.
public struct CardDescription: Sendable, Codable, Hashable {
  /// The text of its cut tab in place of the record's number; nil for the number.
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
  package init() {}

  /// "Country · PT".
  public struct Mark: Sendable, Codable, Hashable {
    /// The kind of the record, a key into the catalogue.
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

/// A section that shows its records as pictures, or as files: the several pictures or files of a record. Attributes are given by
/// name.
public struct GalleryDescription: Sendable, Codable, Hashable {
  /// The attribute with the picture, or with a file of any kind.
  public var image: String
  /// The attribute with the author; nil for none.
  public var credit: String?
  /// The attribute with the address of the source; nil for none.
  public var link: String?
  /// The attribute with the caption; nil for none.
  public var caption: String?
  /// The attribute with the day on which it was taken; nil for none.
  public var date: String?
  /// The attribute of the page's record with the country whose outline is shown, too; nil for none.
  public var poster: String?
  /// The attribute with the name of the file that was chosen; nil for none.
  public var fileName: String?
  /// The whole number by which they stand, the least first; nil for the order in which they were added.
  public var order: String?
}

extension GalleryDescription {
  /// A gallery of an attribute with pictures or files.
  package init(of image: String) { self.init(image: image) }
}
