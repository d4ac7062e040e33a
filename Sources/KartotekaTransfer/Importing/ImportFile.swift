/// A file to import, and its entity if the person named it.
public struct ImportFile: Sendable {
  /// The file's text.
  public let text: TextSource
  /// The file's name without its folder.
  public let name: String
  /// The entity's name, such as `orders`; nil to recognize it.
  public let entity: String?

  /// Opens a file.
  /// - Throws: ``ReadingError`` if it can't be opened or is not text.
  public init(path: String, into entity: String? = nil) throws(ReadingError) {
    self.init(try TextSource(path: path), into: entity)
  }

  /// Uses an open file or data in memory.
  public init(_ text: TextSource, name: String? = nil, into entity: String? = nil) {
    self.text = text
    self.name = name ?? text.name ?? "-"
    self.entity = entity
  }
}
