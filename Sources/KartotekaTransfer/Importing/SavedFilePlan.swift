import KartotekaModel

/// A plan without the file's text, to be stored: a large file is interpreted once and not for each view of its plan.
package struct SavedFilePlan: Sendable, Codable {
  private let format: RecordFormat
  private let delimiter: CSVDialect.Delimiter?
  private let entity: String
  private let columns: [ColumnMatch]
  private let encoding: TextEncoding
  private let replacedCharacters: Int

  /// - Parameter original: the text before it was stored as UTF-8, with its encoding.
  package init(_ plan: FilePlan, original: TextSource) {
    format = plan.format
    delimiter = plan.dialect?.delimiter
    entity = plan.entity.name
    columns = plan.columns
    encoding = original.encoding
    replacedCharacters = original.replacedCharacters
  }

  /// The plan of the file.
  /// - Parameters:
  ///   - path: the path of the text, in UTF-8 without a byte order mark.
  ///   - name: the displayed name.
  /// - Returns: nil if the model no longer has the entity.
  /// - Throws: ``ReadingError`` if the file can't be opened.
  package func plan(of path: String, name: String, in model: ModelDescription) throws -> FilePlan? {
    guard let entity = model.entity(named: entity) else { return nil }
    let text = try TextSource(utf8: ByteSource(path: path), encoding: encoding, replacedCharacters: replacedCharacters)
    return FilePlan(
      name: name, format: format, dialect: delimiter.map { CSVDialect(delimiter: $0) }, entity: entity,
      columns: columns, text: text)
  }
}
