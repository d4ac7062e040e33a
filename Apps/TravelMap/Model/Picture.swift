import Kartoteka

/// A picture of a country, and who took it.
public struct Picture: Entity {
  let country = ToOne<Country>("Country", required: true, onDelete: .cascade)
  let image = Attribute<Data>("Picture", as: .picture, .required, .aliases("image"))
  let author = Attribute<String>("Author", .title, .length(0...120))
  let sourceLink = Attribute<String>("Source", as: .url)

  /// The declaration; records are `Record<Picture>`.
  public init() {}
}
