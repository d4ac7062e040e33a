import Kartoteka

/// A picture of a country with its photographer.
public struct Picture: Entity {
  /// The title of a picture without a caption and a photographer.
  public static let numberedTitle: String? = "Picture {number}"

  /// The maximum size of a thumbnail, in bytes.
  static let largestThumbnail = 200_000

  let country = ToOne<Country>("Country", required: true, onDelete: .cascade)
  let image = Attribute<Data>("Picture", as: .picture, .required, .aliases("image"))
  let thumbnail = Attribute<Data>(
    "Small picture", as: .picture, .length(0...largestThumbnail), .thumbnail(of: \Picture.image))
  let caption = Attribute<String>("Caption", .title, .length(0...300))
  let takenOn = Attribute<CalendarDate>("Taken on", .default(from: \Picture.image))
  let author = Attribute<String>("Author", .title, .length(0...120))
  let sourceLink = Attribute<String>("Source", as: .url)

  /// The declaration; records are `Record<Picture>`.
  public init() {}
}
