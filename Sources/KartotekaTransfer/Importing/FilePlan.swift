import KartotekaModel

/// The interpretation of one file before the import, which can be shown and corrected.
public struct FilePlan: Sendable {
  /// The file's name.
  public let name: String
  /// The format of the file.
  public let format: RecordFormat
  /// The dialect of a CSV file; nil for JSON.
  package let dialect: CSVDialect?
  /// The entity of the records.
  public let entity: EntityDescription
  /// The meaning of each column.
  public var columns: [ColumnMatch]

  let text: TextSource

  /// Whether a value that doesn't fit its column is left empty and noted, in place of its row being rejected: where a kind was
  /// guessed.
  package var emptiesMisfits = false
  /// Whether neither a person nor the file's name says what its records are.
  package var isGuessed = false
  /// The plural of the entity from which the file was exported; nil for other files.
  var exported: String?
  /// Whether the import ends before it changes a record, because the kind of records is guessed and nobody has looked at it.
  package var refusesChanges = false
  /// The values of choices by their folded words in every language, by the attributes' names.
  var choiceWords: [String: [String: String]] = [:]
  /// The catalogue with the words of titles in every language.
  var words = Catalogue()
  /// The records that earlier imports of a file of this name have made, newest first, in the order of their rows: the first and
  /// last of each series of numbers.
  var earlier: [[[RecordID]]] = []
  /// Whether its rows have made records before; nil to find that out.
  var isRepeated: Bool?
  /// The value that holds where a field was changed here and in the file; nil for the choice in the import's options.
  var changedBoth: ImportOptions.ChangedBoth?
  /// The names of the fields by which a row without a number finds its record; empty for the unique ones.
  package var keys: [String] = []
  /// The fields of which a person has decided that the file's value holds, by their headings, with the values that were here.
  var decided: [String: String] = [:]
  /// Whether its rows are copies of others, whose marks they have.
  var isCopy = false
  /// The numbers that it has for number series.
  var numbers = FileNumbers()
  /// The notes on the file.
  var notes: [Phrase] = []

  /// The encoding of the file.
  public var encoding: TextEncoding { text.encoding }
  /// The number of unreadable characters, which become U+FFFD.
  package var replacedCharacters: Int { text.replacedCharacters }
  /// The ignored columns.
  package var ignored: [ColumnMatch] { columns.filter { $0.target == .nothing && !$0.isRemark && !$0.isBlank } }
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

extension FilePlan {
  /// The sentence about a column of numbers that only its values tell to be the records'; nil for none.
  package var foundNumber: Phrase? {
    guard let column = columns.first(where: { $0.isFound == true && $0.target == .id }) else { return nil }
    return Phrase(
      "{column} is the number of the records, because the rows are like the records with these numbers",
      ["column": .text(column.header)])
  }

  /// The file's first rows as text, with a value for each of ``columns``; missing values are empty.
  package func firstRows(_ count: Int) -> [[String]] {
    switch format {
    case .csv: firstRecords(count)
    case .json: firstObjects(count)
    }
  }

  /// The readings of a column's first values, as a person reads them; empty if they equal the values or the column has no
  /// notation.
  package func firstReadings(of column: ColumnMatch, in say: Localizer, limit: Int = 3) -> [String] {
    guard case .column(let name) = column.target, let attribute = entity.attribute(name),
      attribute.behavior is any NotationDependentKind
    else { return [] }
    let texts = firstRows(limit).map { $0[column.number - 1] }.filter { !$0.isEmpty }
    let readings = texts.map { text -> String in
      guard let value = try? attribute.behavior.read(text, for: attribute, in: column.notation.valid) else {
        return "–"
      }
      if attribute.behavior.isNumber {
        // Without grouping marks, which would be ambiguous again.
        return attribute.behavior.text(value, for: attribute).replacing(".", with: say.language.decimalMark)
      }
      return attribute.behavior.display(value, for: attribute, in: say)
    }
    return readings == texts ? [] : readings
  }

  private func firstRecords(_ count: Int) -> [[String]] {
    var reader = CSVReader(text, dialect: dialect)
    var rows: [[String]] = []
    // The import reports unreadable files.
    guard (try? reader.next()) == true else { return [] }
    while rows.count < count, (try? reader.next()) == true {
      rows.append(columns.map { $0.number <= reader.fieldCount ? reader.text(of: $0.number - 1) : "" })
    }
    return rows
  }

  private func firstObjects(_ count: Int) -> [[String]] {
    guard var reader = try? JSONRecordReader(text) else { return [] }
    var rows: [[String]] = []
    while rows.count < count, (try? reader.next()) == true {
      rows.append(columns.map { Self.text(of: reader.record[$0.header]) })
    }
    return rows
  }

  private static func text(of value: JSONValue?) -> String {
    switch value {
    case nil, .null?: return ""
    case .string(let text)?: return text
    case let value?:
      var json = JSONWriter()
      json.value(value)
      return String(decoding: json.bytes, as: UTF8.self)
    }
  }
}

extension CSVReader {
  // A picture may be a million characters long.
  fileprivate func text(of index: Int) -> String {
    String(decoding: self[index].prefix(400), as: UTF8.self).trimmingSpaces()
  }
}

/// A plan without the file's text, to be stored: a large file is interpreted once and not for each view of its plan.
package struct SavedFilePlan: Sendable, Codable {
  private let format: RecordFormat
  private let delimiter: CSVDialect.Delimiter?
  private let entity: String
  private let columns: [ColumnMatch]
  private let encoding: TextEncoding
  private let replacedCharacters: Int
  /// Whether the kind of records was guessed; nil in plans of an earlier version.
  private let isGuessed: Bool?

  /// - Parameter original: the text before it was stored as UTF-8, with its encoding.
  package init(_ plan: FilePlan, original: TextSource) {
    format = plan.format
    delimiter = plan.dialect?.delimiter
    entity = plan.entity.name
    columns = plan.columns
    isGuessed = plan.isGuessed
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
    var plan = FilePlan(
      name: name, format: format, dialect: delimiter.map { CSVDialect(delimiter: $0) }, entity: entity,
      columns: columns, text: text)
    plan.isGuessed = isGuessed ?? false
    return plan
  }
}
