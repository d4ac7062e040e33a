import KartotekaModel

/// The reason why an import failed. The store is unchanged, except for ``notTakenBack(changeSet:reason:)``. An unreadable file
/// is a ``ReadingError``.
@nonexhaustive public enum ImportError: Error, Sendable, Hashable {
  /// The file is empty.
  case empty(file: String)
  /// The file has too many columns.
  case tooManyColumns(file: String, count: Int, most: Int)
  /// The named entity doesn't exist.
  case unknownEntity(String, candidates: [String])
  /// No entity has the file's columns.
  case noEntity(file: String, candidates: [String])
  /// Several entities match equally.
  case ambiguousEntity(file: String, candidates: [String])
  /// No column of the file matches the entity.
  case noColumns(file: String, entity: String, headers: [String])
  /// A number or date in a column is ambiguous, and no other value of the column decides.
  case unclear(file: String, column: String, text: String, readings: [String], isDate: Bool)
  /// Every one of the first rows is rejected. The reason is that of the last row.
  case hopeless(file: String, entities: String, rows: Int, reason: Phrase)
  /// The import failed or was cancelled after some transactions, which could not be undone. The change set contains them.
  case notTakenBack(changeSet: Int64, reason: Phrase)
  /// The file would change records of an entity that was guessed from its columns.
  case guessedChange(file: String, entity: String)
  /// The sheets of the file are no tables.
  case noTable(file: String)
  /// Two columns of the file match the same attribute.
  case sameColumn(file: String, first: String, second: String, label: String)
}

extension ImportError {
  /// The explanation.
  public var phrase: Phrase {
    switch self {
    case .empty(let file): Phrase("{file} is empty", ["file": .text(file)])
    case .tooManyColumns(let file, let count, let most):
      Phrase(
        "{file} has {count} columns, more than {most}",
        ["file": .text(file), "count": .text(String(count)), "most": .text(String(most))])
    case .unknownEntity(let name, _):
      Phrase("There is no kind of records called {entity}", ["entity": .text(name)])
    case .noEntity(let file, _):
      Phrase("It is not clear what the records of {file} are: no kind has such columns", ["file": .text(file)])
    case .ambiguousEntity(let file, let candidates):
      Phrase(
        "It is not clear what the records of {file} are: they could be {candidates}",
        ["file": .text(file), "candidates": Self.list(candidates)])
    case .noColumns(let file, let entity, let headers):
      Phrase(
        "None of the columns of {file} belongs to {entity}: {headers}",
        ["file": .text(file), "entity": .text(entity), "headers": Self.list(headers)])
    case .unclear(let file, let column, let text, let readings, _):
      Phrase(
        "It isn't clear whether {text} in {column} of {file} is {first} or {second}",
        [
          "text": .text(text), "column": .text(column), "file": .text(file), "first": .text(readings.first ?? ""),
          "second": .text(readings.last ?? ""),
        ])
    case .hopeless(let file, let entities, let rows, let reason):
      Phrase(
        "None of the first {count} rows of {file} can be loaded as {entities}. The last reason: {reason}",
        [
          "count": .count(rows), "file": .text(file), "entities": .phrase(Phrase(entities)), "reason": .phrase(reason),
        ])
    case .guessedChange(let file, let entity):
      Phrase(
        "{file} would change records: its columns are those of {entities}, but nothing says that they are meant",
        ["file": .text(file), "entities": .text(entity)])
    case .noTable(let file): Phrase("There is no table in {file}", ["file": .text(file)])
    case .notTakenBack(_, let reason):
      Phrase("The import ended early, and what it had loaded by then stays: {reason}", ["reason": .phrase(reason)])
    case .sameColumn(let file, let first, let second, let label):
      Phrase(
        "Two columns of {file} are the same: both {first} and {second} mean {label}",
        [
          "file": .text(file), "first": .text(first), "second": .text(second), "label": .phrase(Phrase(label)),
        ])
    }
  }

  /// The remedy.
  public var remedy: Phrase {
    switch self {
    case .empty, .tooManyColumns: "Export it again from the program that made it."
    case .unknownEntity(_, let candidates): Phrase("There are: {names}", ["names": Self.list(candidates)])
    case .noEntity(_, let candidates), .ambiguousEntity(_, let candidates):
      Phrase("Name one with --into: {names}", ["names": Self.list(candidates)])
    case .noColumns: "The first line has to hold the names of the columns."
    case .unclear(_, _, _, _, true): "Say how the file writes dates: --dates dmy, --dates mdy or --dates ymd."
    case .unclear(_, _, _, _, false): "Say how the file writes numbers: --decimal point or --decimal comma."
    case .hopeless: "See whether it is the right file. --insist loads what can be loaded all the same."
    case .guessedChange(_, let entity):
      Phrase(
        "See what would change with --dry-run. If it is meant, say so: --into {entity}", ["entity": .text(entity)])
    case .noTable: "Put headings above the columns, and a record into each row."
    case .notTakenBack: "Look through what was loaded, and delete what should not stay."
    case .sameColumn: "Rename one of them, or take it out."
    }
  }

  /// Whether the person may continue the import with `--insist`.
  package var isHopeless: Bool { if case .hopeless = self { true } else { false } }

  /// Whether the file holds none of the application's records, as far as it is known.
  var isAboutRecords: Bool {
    switch self {
    case .empty, .noEntity, .ambiguousEntity, .noColumns: true
    default: false
    }
  }

  private static func list(_ names: [String]) -> Phrase.Argument {
    .text(names.prefix(40).joined(separator: ", ") + (names.count > 40 ? ", …" : ""))
  }
}
