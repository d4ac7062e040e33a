import KartotekaModel

/// The parts that were saved of a damaged database, and those that are lost.
package struct SalvageReport: Sendable, Equatable {
  /// The records of an entity.
  package struct Entity: Sendable, Equatable {
    /// The entity's name.
    package var name: String
    /// The number of saved records.
    package var saved = 0
    /// The number of records that the database had; nil if nothing readable says it.
    package var known: Int?
    /// The records that could be read and break a rule of the application, as damaged values do.
    package var refused = Records()
    /// The records that are left out because a record that they can't be without is lost.
    package var orphaned = Records()
    /// The records whose reference to a lost record was emptied, by the relationship's name.
    package var emptied: [String: Records] = [:]
    /// Whether a part of the table could not be read.
    package var isCut = false
    /// Whether the table has more bytes than the whole file, as pages that were made to refer to each other do. It is read in part.
    package var isExcessive = false
    /// Whether there are pages with rows to which nothing leads any more, and that may be its own or another table's.
    package var isUncertain = false
    /// Whether the file has lost the name or the definition of its table, which was told by the form of its rows.
    package var isUnnamed = false

    /// Whether nothing of it is lost or changed.
    package var isWhole: Bool {
      !isCut && !isUnnamed && refused.count == 0 && orphaned.count == 0 && emptied.isEmpty
        && known.map { $0 <= saved } ?? true
    }
  }

  /// Some records: how many, and the ids of the first.
  package struct Records: Sendable, Equatable {
    package var count = 0
    package var first: [RecordID] = []

    mutating func add(_ id: RecordID) {
      count += 1
      if first.count < 5 { first.append(id) }
    }
  }

  /// A part of a database beside the records.
  package enum Part: String, Sendable, CaseIterable {
    /// The history of all records.
    case history
    /// Settings.
    case settings
    /// Saved views.
    case views
    /// Rejected rows of imports, and what was decided about them.
    case imports
    /// Background work.
    case jobs
    /// The values of removed fields and entities.
    case archives
    /// The fields that were added on screens to an application in code.
    case fields
    /// Everything else, such as marks and the numbers of series.
    case others
  }

  /// The records by entities, in the model's order.
  package var entities: [Entity] = []
  /// The number of links between records that are lost, as far as they are known.
  package var lostLinks = 0
  /// Whether a part of the links could not be read.
  package var areLinksCut = false
  /// The parts that are lost, as a whole or in part.
  package var lostParts: Set<Part> = []
  /// The number of rows whose table has lost its name and that may be records of several kinds, or deleted ones. They are left out.
  package var unnamedRows = 0
  /// The number of pictures and files that are lost.
  package var lostFiles = 0

  /// Whether nothing is lost.
  package var isWhole: Bool {
    entities.allSatisfy(\.isWhole) && lostLinks == 0 && !areLinksCut && lostParts.isEmpty && unnamedRows == 0
      && lostFiles == 0
  }

  /// The number of saved records.
  package var saved: Int { entities.reduce(0) { $0.addingClamped($1.saved) } }
}

extension SalvageReport {
  /// The saved part of each entity that has records, and everything that is lost, in sentences.
  package func phrases(in model: ModelDescription) -> [Phrase] {
    let saved = entities.filter { $0.saved > 0 || !$0.isWhole }.flatMap { Self.phrases(of: $0, model) }
    let parts = Part.allCases.filter(lostParts.contains).map { Phrase("Lost: {part}", ["part": .phrase($0.phrase)]) }
    let files =
      lostFiles == 0 ? [] : [Phrase("Pictures and files that are lost: {count}", ["count": .count(lostFiles)])]
    return saved + linkPhrases + unnamedPhrases + parts + files
  }

  private var unnamedPhrases: [Phrase] {
    guard unnamedRows > 0 else { return [] }
    return [
      Phrase(
        "Rows of tables that have lost their names, left out since it is not certain what they are: {count}",
        ["count": .count(unnamedRows)])
    ]
  }

  private var linkPhrases: [Phrase] {
    if areLinksCut { return ["Links between records could not be read everywhere, and some are lost"] }
    return lostLinks == 0
      ? [] : [Phrase("Links that led to lost records are gone: {count}", ["count": .count(lostLinks)])]
  }

  private static func phrases(of entity: Entity, _ model: ModelDescription) -> [Phrase] {
    let description = model.entity(named: entity.name)
    let nouns = Phrase.Argument.phrase(Phrase(description?.nouns.many ?? entity.name))
    let count = Phrase.Argument.count(entity.saved)
    var phrases: [Phrase] = [
      entity.known.map {
        Phrase("{kind}: {count} of {all} can be saved", ["kind": nouns, "count": count, "all": .count($0)])
      }
        ?? (entity.isCut
          ? Phrase(
            "{kind}: {count} can be saved; it is not known how many there were", ["kind": nouns, "count": count])
          : Phrase("{kind}: {count} can be saved", ["kind": nouns, "count": count]))
    ]
    func add(_ key: String, _ records: Records, field: String? = nil) {
      guard records.count > 0 else { return }
      let label = field.map { name in description?.relationships.first { $0.name == name }?.label ?? name } ?? ""
      phrases.append(
        Phrase(
          key,
          [
            "kind": nouns, "count": .count(records.count), "field": .phrase(Phrase(label)),
            "numbers": .text(records.first.map(String.init).joined(separator: ", ")),
          ]))
    }
    if entity.isExcessive {
      phrases.append(
        Phrase("{kind}: there is more than the file can have, and the rest is left out", ["kind": nouns]))
    }
    if entity.isUncertain {
      phrases.append(
        Phrase(
          "{kind}: the way to some of them in the file is damaged, and it is not certain that they are these; they are left out",
          ["kind": nouns]))
    }
    if entity.isUnnamed {
      phrases.append(
        Phrase(
          "{kind}: the name or definition of their table is lost, and it was told by the form of its rows: compare the fields",
          ["kind": nouns]))
    }
    add("{kind}: left out since values break a rule: {count}, first No. {numbers}", entity.refused)
    add("{kind}: left out since a record that they need is lost: {count}, first No. {numbers}", entity.orphaned)
    for (field, records) in entity.emptied.sorted(by: { $0.key < $1.key }) {
      add("{kind}: {field} led to a lost record and was emptied: {count}, first No. {numbers}", records, field: field)
    }
    return phrases
  }
}

extension SalvageReport.Part {
  /// The name, for the person.
  package var phrase: Phrase {
    switch self {
    case .history: "the history of all records"
    case .settings: "settings"
    case .views: "saved views"
    case .imports: "rejected rows of imports"
    case .jobs: "background work"
    case .archives: "values of removed fields"
    case .fields: "added fields"
    case .others: "marks and numbers of series"
    }
  }
}
