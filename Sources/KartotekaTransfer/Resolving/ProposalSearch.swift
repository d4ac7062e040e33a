import KartotekaModel
import KartotekaStore

/// The record that an unresolved text probably names.
package struct Proposal: Sendable, Hashable {
  /// The record.
  package let record: RecordID
  /// The evidence, such as "Ship name is the company name in 5 of 5".
  package let evidence: Phrase
  /// Whether only the spelling is similar, so that a person should confirm it.
  package let isGuess: Bool
}

/// Finds the records that unresolved texts probably name: by the other values of their rows, and by similar
/// spelling.
///
/// For the records that lack the same relationship, each text attribute is compared with each distinguishing attribute of
/// the possible targets. The pair that identifies exactly one record for most groups is used. A match that differs in case
/// or accents is a guess.
struct ProposalSearch {
  /// The maximum number of examined records of each group.
  private static let most = 50
  /// The minimum share of distinct values of a distinguishing attribute.
  private static let distinct = 0.9

  private let store: Store

  init(_ store: Store) { self.store = store }

  func proposals(for groups: [ReferenceGroup]) async throws -> [ReferenceGroup.ID: Proposal] {
    var proposals: [ReferenceGroup.ID: Proposal] = [:]
    let kinds = Dictionary(grouping: groups.filter { $0.awaited == nil }) { [$0.entity.name, $0.relationship.name] }
    for groups in kinds.values {
      guard let first = groups.first else { continue }
      let sources = first.entity.attributes.filter(\.isText)
      let said = try await said(by: groups, first, sources)
      var targets = Targets(of: first.target, saidBy: groups, said.values.joined().joined())
      try await targets.read(from: store, distinct: Self.distinct)
      let likely = Self.likely(said, sources, targets)
      let near = Self.near(groups.filter { likely[$0.id] == nil }, targets)
      proposals.merge(likely) { $1 }
      proposals.merge(near) { likely, _ in likely }
    }
    return proposals
  }

  // MARK: Other values of the rows

  /// The texts of the rows of each group, one list for each row.
  private func said(
    by groups: [ReferenceGroup], _ first: ReferenceGroup, _ sources: [AttributeDescription]
  ) async throws -> [ReferenceGroup.ID: [[FoldedText]]] {
    let wanted = Set(groups.map(\.id))
    var said: [ReferenceGroup.ID: [[FoldedText]]] = [:]
    try await store.forEachReferrer(
      of: first.entity, first.relationship, attributes: sources.map(\.name), limit: Self.most
    ) { reference, texts in
      if wanted.contains(reference) { said[reference, default: []].append(texts.map { FoldedText($0 ?? "") }) }
    }
    let rows = try await store.rejectedRows(
      waitingFor: groups.filter { $0.rows > 0 }.map(\.id), limit: Self.most)
    for (reference, row) in rows {
      guard let kept = ReviewedRow(row, in: store.model) else { continue }
      var texts: [String: String] = [:]
      for field in kept.fields {
        if case .column(let name) = field.target { texts[name] = field.text.trimmingSpaces() }
      }
      said[reference, default: []].append(sources.map { FoldedText(texts[$0.name] ?? "") })
    }
    return said
  }

  // MARK: The best pair of attributes

  private struct Match {
    let record: RecordID
    let rows: Int
    let of: Int
    /// Whether a row has exactly the same text.
    let isExact: Bool
  }

  private static func likely(
    _ said: [ReferenceGroup.ID: [[FoldedText]]], _ sources: [AttributeDescription], _ targets: Targets
  ) -> [ReferenceGroup.ID: Proposal] {
    var best: (source: Int, target: Int, matches: [ReferenceGroup.ID: Match])?
    // Titles first: among equally good pairs the first one is used.
    for target in targets.telling {
      for source in sources.indices {
        let matches = said.compactMapValues { rows in match(rows.map { $0[source] }, targets.records[target] ?? [:]) }
        if matches.count > best?.matches.count ?? 0 { best = (source, target, matches) }
      }
    }
    guard let best else { return [:] }
    let names = (
      source: Phrase(sources[best.source].label), target: Phrase(targets.attributes[best.target].label)
    )
    return only(best.matches) { $0.record }.mapValues { match in
      let arguments: [String: Phrase.Argument] = [
        "field": .phrase(names.source), "other": .phrase(names.target), "count": .text(String(match.rows)),
        "total": .text(String(match.of)),
      ]
      let evidence =
        match.isExact
        ? Phrase("{field} is the same as {other} in {count} of {total}", arguments)
        : Phrase(
          "{field} is the same as {other} in {count} of {total}, but for capitals, accents and spaces", arguments)
      return Proposal(record: match.record, evidence: evidence, isGuess: !match.isExact)
    }
  }

  /// The single record that texts identify.
  private static func match(_ texts: [FoldedText], _ records: [String: [Targets.Said]]) -> Match? {
    var found: Targets.Said?
    var rows = 0
    var isExact = false
    for text in texts where !text.folded.isEmpty {
      guard let said = records[text.folded] else { continue }
      guard said.count == 1, found == nil || found == said[0] else { return nil }
      found = said[0]
      rows += 1
      if said[0].text == text.text { isExact = true }
    }
    return found.map { Match(record: $0.record, rows: rows, of: texts.count, isExact: isExact) }
  }

  /// The proposals whose record is proposed only once.
  private static func only<T>(
    _ claims: [ReferenceGroup.ID: T], _ record: (T) -> RecordID
  ) -> [ReferenceGroup.ID: T] {
    let counts = Dictionary(claims.values.map { (record($0), 1) }, uniquingKeysWith: +)
    return claims.filter { counts[record($0.value)] == 1 }
  }

  // MARK: Similar spelling

  private static func near(
    _ groups: [ReferenceGroup], _ targets: Targets
  ) -> [ReferenceGroup.ID: Proposal] {
    var near: [ReferenceGroup.ID: (record: RecordID, text: String)] = [:]
    for group in groups {
      guard let found = targets.near[FoldedText(group.text).folded], found.count == 1, let only = found.first else {
        continue
      }
      near[group.id] = (only.record, only.text)
    }
    return only(near) { $0.record }.mapValues { record, text in
      Proposal(
        record: record, evidence: Phrase("It is written almost like {text}", ["text": .text(text)]), isGuess: true)
    }
  }
}

/// A text with its folded form.
private struct FoldedText {
  let text: String
  let folded: String

  init(_ text: String) {
    self.text = text
    folded = Folding.fold(text)
  }
}

/// The possible target records that texts of files may name. Its memory grows with the texts and not with the records, which may
/// be millions.
private struct Targets {
  struct Said: Hashable {
    let record: RecordID
    let text: String
  }

  let attributes: [AttributeDescription]
  /// The positions of distinguishing attributes, those of the title first.
  private(set) var telling: [Int] = []
  /// The records by distinguishing attribute and text, of the wanted texts.
  private(set) var records: [Int: [String: [Said]]] = [:]
  /// The records with a unique text that is spelled almost like a wanted one, by the wanted one. One that two records are
  /// near has two of them.
  private(set) var near: [String: Set<Said>] = [:]
  private let entity: EntityDescription
  private let wanted: Set<String>
  private let spelled: NearText

  /// - Parameters:
  ///   - groups: their texts may be spelled almost like those of records.
  ///   - said: the texts beside them may be those of records.
  init(of entity: EntityDescription, saidBy groups: [ReferenceGroup], _ said: some Sequence<FoldedText>) {
    self.entity = entity
    attributes = entity.attributes.filter(\.isText)
    wanted = Set(said.lazy.map(\.folded)).subtracting([""])
    spelled = NearText(groups.map { FoldedText($0.text).folded })
  }

  /// Reads all records.
  mutating func read(from store: Store, distinct: Double) async throws {
    var (records, near) = (records, near)
    // Of each text a part of its hash tells how many differ: two equal ones among millions are no matter.
    var hashes = Array(repeating: [UInt32](), count: attributes.count)
    let areUnique = attributes.map(\.isUnique)
    try await store.forEachRecord(of: entity, attributes: attributes.map(\.name)) { [wanted, spelled] id, texts in
      for (position, text) in texts.enumerated() {
        guard let text, !text.isEmpty else { continue }
        let folded = Folding.fold(text)
        hashes[position].append(UInt32(truncatingIfNeeded: folded.hashValue))
        if wanted.contains(folded) {
          records[position, default: [:]][folded, default: []].append(Said(record: id, text: text))
        }
        guard areUnique[position] else { continue }
        for other in spelled.texts(near: folded) where near[other]?.count ?? 0 < 2 {
          near[other, default: []].insert(Said(record: id, text: text))
        }
      }
    }
    for (position, hashes) in hashes.enumerated()
    where records[position] != nil && Double(Set(hashes).count) < Double(hashes.count) * distinct {
      records[position] = nil
    }
    let titles = Set(entity.titleAttributes.map(\.name))
    let attributes = attributes
    telling = records.keys.sorted {
      let (one, other) = (titles.contains(attributes[$0].name), titles.contains(attributes[$1].name))
      return one == other ? $0 < $1 : one
    }
    (self.records, self.near) = (records, near)
  }
}

/// Finds texts with an edit distance of one: they have a common variant.
struct NearText: Sendable {
  private static let longest = 40

  /// The texts by the hashes of their variants.
  private var texts: [UInt64: [String]] = [:]
  private var lengths: Set<Int> = []

  init(_ texts: some Sequence<String>) {
    for text in Set(texts) {
      let (count, hashes) = Self.hashes(of: text)
      for hash in Set(hashes) { self.texts[hash, default: []].append(text) }
      if !hashes.isEmpty { lengths.formUnion([count - 1, count, count + 1]) }
    }
  }

  /// The texts that have a common variant with another one.
  func texts(near other: String) -> Set<String> {
    if texts.isEmpty || other.utf8.count < 3 { return [] }
    let (count, hashes) = Self.hashes(of: other) { lengths.contains($0) }
    guard count > 0 else { return [] }
    let found = Set(hashes.lazy.compactMap { texts[$0] }.joined())
    if found.isEmpty { return [] }
    let own = Self.variants(of: other)
    return found.filter { !Self.variants(of: $0).isDisjoint(with: own) }
  }

  /// The text, and the text without each of its characters.
  static func variants(of text: String) -> Set<String> {
    let characters = Array(text)
    guard (3...longest).contains(characters.count) else { return [] }
    return Set(
      [text] + characters.indices.map { String(characters[..<$0] + characters[($0 + 1)...]) })
  }

  // The hashes of the variants, without making them: each character is a digit of a number to an odd base.
  private static func hashes(
    of text: String, ifLength isWanted: (Int) -> Bool = { _ in true }
  ) -> (count: Int, hashes: [UInt64]) {
    let digits = text.prefix(longest + 1).map { UInt64(truncatingIfNeeded: $0.hashValue) }
    guard (3...longest).contains(digits.count), isWanted(digits.count) else { return (0, []) }
    let base: UInt64 = 0x9e37_79b9_7f4a_7c15
    // The hash of the characters behind each place, and the weight of the one before them.
    var (behind, weight) = (UInt64(0), UInt64(1))
    var tails: [(hash: UInt64, weight: UInt64)] = []
    for digit in digits.reversed() {
      tails.append((behind, weight))
      behind = behind &+ digit &* weight
      weight = weight &* base
    }
    tails.reverse()
    var hashes = [behind]
    var before: UInt64 = 0
    for (place, digit) in digits.enumerated() {
      hashes.append(before &* tails[place].weight &+ tails[place].hash)
      before = before &* base &+ digit
    }
    return (digits.count, hashes)
  }
}
