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
