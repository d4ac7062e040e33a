import Foundation
import KartotekaModel

/// A picture or file that a backup lacks.
public struct MissingFile: Sendable, Hashable {
  /// The fault of the file.
  public enum Problem: String, Sendable {
    /// There is no such file.
    case missing
    /// Its bytes are not those that its record refers to.
    case damaged
  }

  /// The entity's name; nil where only undo would restore it.
  public let entity: String?
  /// The record that refers to it.
  public let record: RecordID?
  /// The attribute's name.
  public let field: String?
  /// Its faults.
  public let problem: Problem

  /// "Picture of No. 12 (Paintings): the file is missing".
  public func phrase(in model: ModelDescription) -> Phrase {
    let reason: Phrase = problem == .missing ? "the file is missing" : "the file is damaged"
    guard let entity = entity.flatMap({ model.entity(named: $0) }), let record, let field else {
      return Phrase("A file that undo would restore: {reason}", ["reason": .phrase(reason)])
    }
    return Phrase(
      "{field} of No. {number} ({entities}): {reason}",
      [
        "field": .phrase(Phrase(entity.attribute(field)?.label ?? field)), "number": .text(String(record)),
        "entities": .phrase(Phrase(entity.nouns.many)), "reason": .phrase(reason),
      ])
  }
}

/// The table in a copy that names the files which it lacks.
struct MissingFiles {
  static let table = "kartoteka_missing_files"

  let mapping: ModelMapping

  /// Writes down which files a copy lacks.
  func note(_ problems: [[UInt8]: MissingFile.Problem], in copy: SQLConnection) throws {
    guard !problems.isEmpty else { return }
    try copy.execute(
      """
      CREATE TABLE \(Self.table) (
        digest BLOB NOT NULL, problem TEXT NOT NULL, entity TEXT, record INTEGER, field TEXT
      ) STRICT
      """)
    for (digest, file) in try find(problems, in: copy) {
      try copy.execute(
        "INSERT INTO \(Self.table) (digest, problem, entity, record, field) VALUES (?, ?, ?, ?, ?)",
        [Data(digest), file.problem.rawValue, file.entity, file.record, file.field])
    }
  }

  /// The records that refer to files, each with its file.
  func find(
    _ problems: [[UInt8]: MissingFile.Problem], in database: SQLConnection
  ) throws -> [(digest: [UInt8], file: MissingFile)] {
    try problems.sorted { $0.key.lexicographicallyPrecedes($1.key) }.flatMap { digest, problem in
      var found: [MissingFile] = []
      for entity in mapping.model.entities {
        for attribute in entity.attributes where attribute.isBytes {
          let column = SQL.name(attribute.column)
          let ids = try database.all(
            RecordID.self,
            """
            SELECT id FROM \(SQL.name(entity.table)) \
            WHERE length(\(column)) BETWEEN 56 AND \(BlobReference.longest) AND substr(\(column), 1, 16) = ? \
            AND substr(\(column), 17, 32) = ? ORDER BY id
            """,
            [Data(BlobReference.magic), Data(digest)])
          found += ids.map {
            MissingFile(entity: entity.name, record: $0, field: attribute.name, problem: problem)
          }
        }
      }
      if found.isEmpty { found = [MissingFile(entity: nil, record: nil, field: nil, problem: problem)] }
      return found.map { (digest, $0) }
    }
  }

  /// The files that a copy lacks.
  static func read(_ copy: SQLConnection) throws -> [MissingFile] {
    guard try copy.hasTable(table) else { return [] }
    return try copy.rows(
      "SELECT problem, entity, record, field FROM \(table) ORDER BY entity IS NULL, entity, record, field"
    ).map { row in
      MissingFile(
        entity: try row["entity"], record: try row["record"], field: try row["field"],
        problem: MissingFile.Problem(rawValue: try row["problem"]) ?? .missing)
    }
  }
}
