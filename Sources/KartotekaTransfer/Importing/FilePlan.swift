import KartotekaModel

/// The interpretation of one file before the import, which can be shown and corrected.
public struct FilePlan: Sendable {
  /// The file's name.
  public let name: String
  /// The format of the file.
  public let format: RecordFormat
  /// The dialect of a CSV file; nil for JSON.
  public let dialect: CSVDialect?
  /// The entity of the records.
  public let entity: EntityDescription
  /// The meaning of each column.
  public var columns: [ColumnMatch]

  let text: TextSource

  /// The encoding of the file.
  public var encoding: TextEncoding { text.encoding }
  /// The number of unreadable characters, which become U+FFFD.
  public var replacedCharacters: Int { text.replacedCharacters }
  /// The ignored columns.
  public var ignored: [ColumnMatch] { columns.filter { $0.target == .nothing && !$0.isRemark } }
}

/// The interpretation of all files of an import; see ``Importer/plan(_:)``.
public struct ImportPlan: Sendable {
  /// The files in their given order.
  public var files: [FilePlan]

  /// Makes a plan from the plans of single files.
  public init(files: [FilePlan]) { self.files = files }

  /// The name of the import's change set.
  var title: Phrase {
    if files.count == 1 { return Phrase("Imported {file}", ["file": .text(files[0].name)]) }
    return Phrase("Imported {count} files", ["count": .count(files.count)])
  }
}
