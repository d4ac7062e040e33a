import KartotekaModel

/// Something wrong that a check of an application's data has found.
public enum CheckFinding: Sendable, Hashable {
  /// The database file contradicts itself; with SQLite's words.
  case damaged(String)
  /// An index differs from its table; with SQLite's words.
  case index(String)
  /// A record breaks a rule of its table; with SQLite's words.
  case rule(String)
  /// Records of a table refer to records of another one that are not there: how many, and the ids of the first.
  case reference(from: String, to: String, count: Int, ids: [RecordID])
  /// The file was made by another version of the application, and is changed when it is opened.
  case outdated
  /// Tables, indices or triggers that the platform maintains are missing or were changed.
  case missing([String])
  /// Records of a derived entity differ from what they follow from; how many.
  case derived(entity: String, count: Int)
  /// The keys that records of an entity are sorted and searched by differ from their values; of how many.
  case keys(entity: String, count: Int)
  /// The search index of an entity differs from its keys.
  case search(entity: String)
  /// The stored number of an entity's records differs from what its table has.
  case count(entity: String)
  /// The change log has rows that can't be read, or has lost its end; how many rows.
  case changeLog(count: Int)
  /// A picture or file beside the database is missing or damaged.
  case file(MissingFile)

  /// Whether it is derived from records, so that ``Store/repair()`` rebuilds it.
  package var isRepairable: Bool {
    switch self {
    case .index, .missing, .derived, .keys, .search, .count, .changeLog: true
    case .damaged, .rule, .reference, .outdated, .file: false
    }
  }

  /// Whether the file can't be trusted: only a backup helps.
  package var isDamage: Bool { if case .damaged = self { true } else { false } }

  /// The finding as a sentence.
  public func phrase(in model: ModelDescription) -> Phrase {
    func nouns(_ name: String) -> Phrase.Argument {
      let entity = model.entity(named: name) ?? model.entities.first { $0.table == name }
      return entity.map { .phrase(Phrase($0.nouns.many)) } ?? .text(name)
    }
    return switch self {
    case .damaged(let reason): Phrase("The database file is damaged: {reason}", ["reason": .text(reason)])
    case .index(let reason): Phrase("An index differs from its table: {reason}", ["reason": .text(reason)])
    case .rule(let reason): Phrase("A record breaks a rule of the database: {reason}", ["reason": .text(reason)])
    case .reference(let from, let to, let count, let ids):
      Phrase(
        "{entities} refer to records that are missing ({targets}): {count}, first No. {numbers}",
        [
          "entities": nouns(from), "targets": nouns(to), "count": .count(count),
          "numbers": .text(ids.map(String.init).joined(separator: ", ")),
        ])
    case .outdated: "The file was made by another version of the application"
    case .missing(let names):
      Phrase("Missing or changed by another program: {names}", ["names": .text(names.joined(separator: ", "))])
    case .derived(let entity, let count):
      Phrase(
        "{entities} differ from what they follow from: {count}", ["entities": nouns(entity), "count": .count(count)])
    case .keys(let entity, let count):
      Phrase(
        "{entities} have other sort and search keys than their values: {count}",
        ["entities": nouns(entity), "count": .count(count)])
    case .search(let entity):
      Phrase("The search index differs from the records: {entities}", ["entities": nouns(entity)])
    case .count(let entity): Phrase("The stored number of records is wrong: {entities}", ["entities": nouns(entity)])
    case .changeLog(let count): Phrase("The change log has rows that can't be read: {count}", ["count": .count(count)])
    case .file(let file): file.phrase(in: model)
    }
  }
}
