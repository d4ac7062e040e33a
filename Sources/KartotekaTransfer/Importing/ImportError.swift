import KartotekaModel

/// Why an import can't be done. Nothing of it is in the store, but for ``notTakenBack(changeSet:reason:)``. A file that
/// can't be read is a ``ReadingError``.
@nonexhaustive public enum ImportError: Error, Sendable, Hashable {
  /// There is nothing in the file.
  case empty(file: String)
  /// The file has more columns than any table.
  case tooManyColumns(file: String, count: Int, most: Int)
  /// The person named an entity that there isn't.
  case unknownEntity(String, candidates: [String])
  /// No entity has the file's columns.
  case noEntity(file: String, candidates: [String])
  /// Several entities could be meant.
  case ambiguousEntity(file: String, candidates: [String])
  /// None of the file's columns is one of the entity's.
  case noColumns(file: String, entity: String, headers: [String])
  /// A column holds a number or a date that has two readings, and no other value of it tells which is meant.
  case unclear(file: String, column: String, text: String, readings: [String], isDate: Bool)
  /// None of the first rows can be loaded; the reason is that of the last one.
  case hopeless(file: String, entities: String, rows: Int, reason: Phrase)
  /// It failed or was cancelled when parts of it were committed, which could not be taken back; the change set has
  /// them.
  case notTakenBack(changeSet: Int64, reason: Phrase)
  /// Two columns of the file are the same attribute.
  case sameColumn(file: String, first: String, second: String, label: String)
}

extension ImportError {
  /// What is wrong, for the person.
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

  /// What to do about it.
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
    case .notTakenBack: "Look through what was loaded, and delete what should not stay."
    case .sameColumn: "Rename one of them, or take it out."
    }
  }

  /// Whether the person may have the import go on.
  package var isHopeless: Bool { if case .hopeless = self { true } else { false } }

  private static func list(_ names: [String]) -> Phrase.Argument {
    .text(names.prefix(40).joined(separator: ", ") + (names.count > 40 ? ", …" : ""))
  }
}
