import KartotekaModel
import KartotekaStore

/// The result of one file.
public struct FileResult: Sendable {
  /// The file's name.
  public let file: String
  /// The plural of the entity, such as `orders`.
  public let entity: String
  /// The number of read rows.
  public internal(set) var read = 0
  /// The number of rows that became new records.
  public internal(set) var inserted = 0
  /// The number of rows that changed a record.
  public internal(set) var updated = 0
  /// The number of rows that equal their record.
  public internal(set) var unchanged = 0
  /// The number of rows that were loaded without an unresolved reference.
  public internal(set) var unresolved = 0
  /// The number of rows with fields that were changed here and in the file since that was exported.
  package internal(set) var changedBoth = 0
  /// The first of them in a dry run: the values that are here, and those of the file.
  package internal(set) var conflicts: [RecordChange] = []
  /// The number of rejected rows.
  public internal(set) var rejected = 0
  /// The rejected rows by line: the first ``ImportOptions/rejectLimit`` of an import.
  public internal(set) var rejects: [Reject] = []
  /// The number of rows that lack fields at their end.
  package internal(set) var short = 0
  /// The number of texts such as n/a that stand for no value.
  package internal(set) var placeholders = 0
  /// The number of values that don't fit a guessed kind and are left empty.
  package private(set) var emptied = 0
  /// The first of them, with their lines.
  private var emptiedExamples: [String] = []
  /// The rows without keys that are stored already.
  var stored = LineList()
  /// The rows that became new records though they equal earlier ones.
  var alike = LineList()
  /// The rows that a dry run counts as new though a record of their name is there.
  var namesakes = LineList()
  /// The lines of rows that are stored already, of a file all of whose rows have made records before.
  var repeated: Set<Int> = []
  /// The records of rows without keys.
  var records = RecordSeries()
  // The new names of tags by the labels of their relationships, and their negative numbers in the import.
  private var newTags: [(label: String, names: [String])] = []
  private var tagNumbers: Set<RecordID> = []
  private let notes: [Phrase]
  /// The changes of existing records that a dry run found.
  package internal(set) var changes = RecordChanges()
  /// The records with unresolved references; in an import of several transactions, those of the last one.
  var left: [UnresolvedReference: [RecordID]] = [:]
  /// The headings of ignored columns.
  public let ignored: [String]
  /// The number of unreadable characters, which became U+FFFD.
  public let replacedCharacters: Int

  /// The nouns of the records.
  let nouns: Nouns
  let headers: [String]
  let dialect: CSVDialect?

  init(_ plan: FilePlan) {
    file = plan.name
    entity = plan.entity.plural
    nouns = plan.entity.nouns
    ignored = plan.ignored.map(\.header)
    replacedCharacters = plan.replacedCharacters
    headers = plan.columns.map(\.header)
    dialect = plan.dialect
    notes =
      plan.notes + [plan.foundNumber].compactMap(\.self)
      + plan.columns.compactMap { column in
        column.notation.years.map { years in
          Phrase(
            "Years of two digits in {column} are read as {first} to {last}",
            [
              "column": .text(column.header), "first": .text(String(years.lowerBound)),
              "last": .text(String(years.upperBound)),
            ])
        }
      }
  }

  mutating func add(emptied fault: Reject.Fault, line: Int) {
    emptied += 1
    guard emptiedExamples.count < Self.mostExamples else { return }
    emptiedExamples.append("\(line), \(fault.column ?? ""): \(fault.value ?? "")")
  }

  /// Counts the record of a new name of a tag once.
  mutating func add(tag name: String, _ number: RecordID, of label: String) {
    guard tagNumbers.insert(number).inserted else { return }
    if let place = newTags.firstIndex(where: { $0.label == label }) {
      newTags[place].names.append(name)
    } else {
      newTags.append((label, [name]))
    }
  }

  /// The number of records that new names of tags make.
  package var madeTags: Int { tagNumbers.count }

  private static let mostNamedTags = 20
  private static let mostExamples = 300
  fileprivate static let replacedKey = "{count} characters could not be read"
  fileprivate static let emptiedKey = "{count} values don't fit their fields and are left empty, in lines {lines}"
}

/// The lines of rows in their order.
struct LineList: Sendable {
  private struct Part {
    let first: Int
    var last: Int
    /// The number of the last row in its file.
    var row: Int
  }

  private static let mostParts = 20

  private(set) var count = 0
  private var parts: [Part] = []
  private var isCut = false

  /// - Parameter row: the number of the row in its file, because a row may take several lines.
  mutating func add(_ line: Int, row: Int) {
    count += 1
    if let part = parts.last, !isCut, part.row + 1 == row {
      (parts[parts.count - 1].last, parts[parts.count - 1].row) = (line, row)
    } else if parts.count < Self.mostParts {
      parts.append(Part(first: line, last: line, row: row))
    } else {
      isCut = true
    }
  }

  /// The lines as a person reads them: `2–101; 150`.
  var text: String {
    let texts = parts.map { $0.first == $0.last ? "\($0.first)" : "\($0.first)–\($0.last)" }
    return (isCut ? texts + ["…"] : texts).joined(separator: "; ")
  }
}

extension StoredImport.File {
  /// Whether values of the file were lost that no page has shown before: they did not fit, or their letters were unreadable.
  package var hasLostValues: Bool {
    remarks.contains { $0.key == FileResult.emptiedKey || $0.key == FileResult.replacedKey }
  }
}

extension FileResult {
  /// A summary: `orders.csv → orders: 830 rows read, 828 added, 2 rejected`.
  public var phrase: Phrase {
    let counts = [
      ("{count} rows read", read, true), ("{count} added", inserted, false), ("{count} changed", updated, false),
      ("{count} unchanged", unchanged, false), ("{count} rejected", rejected, false),
      ("{count} without the record they refer to", unresolved, false),
    ]
    let parts = counts.filter { $0.1 > 0 || $0.2 }.map { Phrase($0.0, ["count": .count($0.1)]) }
    let list = parts.dropFirst().reduce(parts[0]) { list, next in
      Phrase("{first}, {next}", ["first": .phrase(list), "next": .phrase(next)])
    }
    return Phrase(
      "{file} → {entity}: {counts}",
      ["file": .text(file), "entity": .text(entity), "counts": .phrase(list)])
  }

  /// Additional information, one sentence each: ignored columns, unreadable characters.
  public var remarks: [Phrase] {
    var remarks = notes
    if read > 0, unchanged == read {
      remarks.append("All rows are stored already: nothing was changed")
    } else if stored.count > 0 {
      remarks.append(Self.phrase("{count} rows are stored already and are not added again, in lines {lines}", stored))
    }
    if alike.count > 0 {
      remarks.append(
        Self.phrase("{count} rows equal earlier records and are added all the same, in lines {lines}", alike))
    }
    remarks += tagPhrases
    if let namesakePhrase { remarks.append(namesakePhrase) }
    if short > 0 {
      remarks.append(Phrase("{count} rows lack fields at their end, which are empty", ["count": .count(short)]))
    }
    if placeholders > 0 {
      remarks.append(
        Phrase("{count} texts such as n/a or - were read as empty", ["count": .count(placeholders)]))
    }
    if emptied > 0 {
      remarks.append(
        Phrase(
          Self.emptiedKey,
          [
            "count": .count(emptied),
            "lines": .text(emptiedExamples.joined(separator: "; ") + (emptied > emptiedExamples.count ? "; …" : "")),
          ]))
    }
    if !ignored.isEmpty {
      remarks.append(
        Phrase(
          "Left out, because {entities} have no such columns: {headers}",
          ["entities": .phrase(Phrase(nouns.many)), "headers": .text(ignored.prefix(40).joined(separator: ", "))]))
    }
    if replacedCharacters > 0 {
      remarks.append(Phrase(Self.replacedKey, ["count": .count(replacedCharacters)]))
    }
    if rejected > rejects.count {
      remarks.append(
        Phrase("Of the rejected rows, the first {count} are kept", ["count": .count(rejects.count)]))
    }
    return remarks
  }

  /// The new names of tags of each relationship: how many there are, and the first of them.
  package var tagPhrases: [Phrase] {
    newTags.map { label, names in
      let rest = names.count > Self.mostNamedTags ? ["…"] : []
      // The order in which they are made is not that of a dry run.
      let shown = (names.sorted().prefix(Self.mostNamedTags) + rest).joined(separator: ", ")
      return Phrase(
        "New in {field}: {number} ({names})",
        ["field": .phrase(Phrase(label)), "number": .text(String(names.count)), "names": .text(shown)])
    }
  }

  /// The warning about rows that a dry run counts as new though a record of their name exists; nil for none.
  package var namesakePhrase: Phrase? {
    guard namesakes.count > 0 else { return nil }
    return Phrase("New, though records with these names are there: lines {lines}", ["lines": .text(namesakes.text)])
  }

  private static func phrase(_ key: String, _ lines: LineList) -> Phrase {
    Phrase(key, ["count": .count(lines.count), "lines": .text(lines.text)])
  }

  /// Writes the file's part of the output of `kartoteka import --json`.
  public func write(to json: inout JSONWriter) {
    json.beginObject()
    json.key("file")
    json.string(file)
    json.key("entity")
    json.string(entity)
    let counts = [
      ("read", read), ("inserted", inserted), ("updated", updated), ("unchanged", unchanged),
      ("rejected", rejected), ("unresolved", unresolved),
    ]
    for (name, count) in counts {
      json.key(name)
      json.int(count)
    }
    if !changes.isEmpty {
      json.key("changes")
      json.beginObject()
      for (name, count) in changes.counts.sorted(by: { $0.key < $1.key }) {
        json.key(name)
        json.int(count)
      }
      json.endObject()
    }
    if changedBoth > 0 {
      json.key("changedBoth")
      json.int(changedBoth)
    }
    if emptied > 0 {
      json.key("emptied")
      json.int(emptied)
    }
    if madeTags > 0 {
      json.key("newTags")
      json.int(madeTags)
    }
    json.endObject()
  }
}
