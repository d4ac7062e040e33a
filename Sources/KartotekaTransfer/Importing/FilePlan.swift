import KartotekaModel

/// What an import understood of one file, before anything is written: to be shown, and corrected.
public struct FilePlan: Sendable {
  /// The file's name.
  public let name: String
  /// In which form it holds its records.
  public let format: RecordFormat
  /// What separates the fields of a CSV file; nil for JSON.
  public let dialect: CSVDialect?
  /// The entity whose records it holds.
  public let entity: EntityDescription
  /// What each of its columns was taken for.
  public var columns: [ColumnMatch]

  let text: TextSource

  /// How the file is encoded.
  public var encoding: TextEncoding { text.encoding }
  /// How many characters can't be read and become U+FFFD.
  public var replacedCharacters: Int { text.replacedCharacters }
  /// The columns whose values are left out.
  public var ignored: [ColumnMatch] { columns.filter { $0.target == .nothing && !$0.isRemark } }
}

/// What an import understood of its files; see ``Importer/plan(_:)``.
public struct ImportPlan: Sendable {
  /// The files, in the order they were given in.
  public var files: [FilePlan]

  /// A plan of files that were understood one by one.
  public init(files: [FilePlan]) { self.files = files }

  /// What importing them is called.
  var title: Phrase {
    if files.count == 1 { return Phrase("Imported {file}", ["file": .text(files[0].name)]) }
    return Phrase("Imported {count} files", ["count": .count(files.count)])
  }
}
