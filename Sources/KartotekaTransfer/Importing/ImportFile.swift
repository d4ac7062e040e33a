/// A file to be imported, and the entity whose records it holds where the person has said so.
public struct ImportFile: Sendable {
  /// The file's content.
  public let text: TextSource
  /// The file's name without its folder.
  public let name: String
  /// The entity as the person named it: `orders`; nil to recognize it.
  public let entity: String?

  /// Opens a file.
  /// - Throws: ``ReadingError`` when it can't be opened or is no text.
  public init(path: String, into entity: String? = nil) throws(ReadingError) {
    self.init(try TextSource(path: path), into: entity)
  }

  /// A file that is open already, or data that never was one.
  public init(_ text: TextSource, name: String? = nil, into entity: String? = nil) {
    self.text = text
    self.name = name ?? text.name ?? "-"
    self.entity = entity
  }
}
