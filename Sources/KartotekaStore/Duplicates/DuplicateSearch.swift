import KartotekaModel

/// Finds the records of an entity that may be about the same thing, by their sort keys.
///
/// It reads the folded texts of all records in the order of ids, and remembers hashes of them: of identifying values, of
/// titles, and of titles that lack a letter. At most ``entriesAtOnce`` hashes are in memory; for more, the texts are read
/// again. Only pairs with equal hashes are compared. Titles are compared among records with the same required related
/// records: San José in Costa Rica is not San Jose in the United States.
struct DuplicateSearch {
  /// The most pairs that are kept.
  static let mostPairs = 10_000
  /// A hash that more records share says little: each is compared with this many that follow it.
  private static let neighbours = 7
  /// 64 MB.
  private static let entriesAtOnce = 4_000_000

  private let titles: [String]
  private let values: [String]
  /// The number of required to-one relationships.
  private let owners: Int
  private let source: String
  private let isEmpty: Bool
  private let database: SQLConnection
  private let count: Int

  init(_ entity: EntityDescription, _ mapping: SnapshotMapping, in database: SQLConnection) throws {
    self.database = database
    let keys = mapping.keys(of: entity)
    let (titles, values) = (entity.titleAttributes.filter(\.isText), entity.identifyingAttributes)
    let required = entity.relationships.filter { $0.cardinality == .toOne && $0.isRequired }.map(\.column)
    owners = required.count
    var needsTable = keys == nil || !required.isEmpty
    let expressions = (titles + values).map { attribute in
      if let column = keys?.column(attribute.name) { return "k." + SQL.name(column.column) }
      needsTable = true
      return Collation.root.function(of: .attribute(attribute)) + "(r.\(SQL.name(attribute.column)))"
    }
    self.titles = Array(expressions.prefix(titles.count))
    self.values = values.map(\.name)
    isEmpty = expressions.isEmpty
    let id = keys == nil ? "r.id" : "k.id"
    var from = keys.map { "\(SQL.name($0.table)) k" } ?? "\(SQL.name(entity.table)) r"
    if keys != nil, needsTable { from += " JOIN \(SQL.name(entity.table)) r ON r.id = k.id" }
    let columns = [id] + expressions + required.map { "r.\(SQL.name($0))" }
    source = "SELECT \(columns.joined(separator: ", ")) FROM \(from)"
    one = "\(source) WHERE \(id) = ?"
    all = "\(source) ORDER BY \(id)"
    count = try mapping.recordCount(of: entity, in: database)
  }

  private let one: String
  private let all: String

  /// The pairs.
  /// - Throws: ``SQLError``, and why the read was stopped.
  func list() throws -> DuplicateList {
    if isEmpty || count < 2 { return DuplicateList(pairs: [], isComplete: true) }
    var found = Found(
      texts: try RawStatement(one, in: database), titles: titles.count, values: values, owners: owners)
    try addEqual(to: &found)
    if !titles.isEmpty, !found.isFull { try addSlips(to: &found) }
    return DuplicateList(pairs: found.pairs.sorted { $0.position < $1.position }, isComplete: !found.isFull)
  }

  // Records with equal values or titles.
  private func addEqual(to found: inout Found) throws {
    let kinds = values.count + (titles.isEmpty ? 0 : 1)
    let parts = Self.parts(count * kinds)
    for part in 0..<parts {
      var hashes = [RepeatedHashes](repeating: RepeatedHashes(), count: kinds)
      try scan { id, words, row in
        for index in values.indices {
          let text = row.bytes(column: CInt(1 + titles.count + index))
          if text.isEmpty { continue }
          let hash = TextHash.of(text)
          if hash >> 32 % parts == part { hashes[index].add(hash, id) }
        }
        let hash = words.unorderedHash &+ owner(row)
        if !words.bytes.isEmpty, hash >> 32 % parts == part { hashes[kinds - 1].add(TextHash.mixed(hash), id) }
      }
      for groups in hashes {
        for ids in groups.groups() where !found.isFull { try add(ids, to: &found) }
      }
    }
  }

  // Records whose titles differ by one letter. Of equal titles only the first is compared.
  private func addSlips(to found: inout Found) throws {
    var (later, letters): ([RecordID], Int) = ([], 0)
    let equalParts = Self.parts(count)
    for part in 0..<equalParts {
      var equal = RepeatedHashes()
      try scan { id, words, row in
        guard words.bytes.count >= TitleSlips.lengths.lowerBound else { return }
        if part == 0 { letters += min(words.bytes.count, TitleSlips.lengths.upperBound) + 1 }
        let hash = TextHash.of(words.bytes) &+ owner(row)
        if hash >> 32 % equalParts == part { equal.add(hash, id) }
      }
      later += equal.groups().flatMap { $0.dropFirst() }
    }
    later.sort()
    let parts = Self.parts(letters)
    for part in 0..<parts where !found.isFull {
      var (hashes, slips, next) = (RepeatedHashes(), TitleSlips(), 0)
      try scan { id, words, row in
        while next < later.count, later[next] < id { next += 1 }
        if next < later.count, later[next] == id { return }
        let owner = owner(row)
        slips.hashes(of: words.bytes) {
          let hash = $0 &+ owner
          if hash >> 32 % parts == part { hashes.add(hash, id) }
        }
      }
      for ids in hashes.groups() where !found.isFull { try add(ids, to: &found) }
    }
  }

  // A hash of the required related records.
  private func owner(_ row: RawStatement) -> UInt64 {
    var hash: UInt64 = 0
    let first = 1 + titles.count + values.count
    for column in first..<(first + owners) {
      hash = TextHash.mixed(hash &+ UInt64(bitPattern: row.integer(column: column)))
    }
    return hash
  }

  /// The number of times that the records are read.
  static func parts(_ entries: Int) -> UInt64 { UInt64(1 + entries / entriesAtOnce) }

  private func scan(_ body: (RecordID, TitleWords, RawStatement) -> Void) throws {
    let rows = try RawStatement(all, in: database)
    defer { rows.reset() }
    var words = TitleWords()
    while try rows.step() {
      words.removeAll()
      for index in titles.indices { words.append(rows.bytes(column: CInt(1 + index))) }
      body(rows.integer(column: 0), words, rows)
    }
  }

  private func add(_ ids: [RecordID], to found: inout Found) throws {
    for index in ids.indices {
      for other in ids[(index + 1)...].prefix(Self.neighbours) { try found.compare(ids[index], other) }
    }
  }
}

/// The pairs that were compared, and those that are alike.
private struct Found {
  private struct Key: Hashable {
    let first: RecordID
    let second: RecordID
  }

  let texts: RawStatement
  let titles: Int
  let values: [String]
  let owners: Int
  private(set) var pairs: [DuplicatePair] = []
  private var compared: Set<Key> = []
  private var known: [RecordID: DuplicateTexts] = [:]

  init(texts: RawStatement, titles: Int, values: [String], owners: Int) {
    (self.texts, self.titles, self.values, self.owners) = (texts, titles, values, owners)
  }

  var isFull: Bool { pairs.count >= DuplicateSearch.mostPairs }

  mutating func compare(_ first: RecordID, _ second: RecordID) throws {
    guard !isFull, compared.insert(Key(first: first, second: second)).inserted,
      let one = try read(first), let other = try read(second)
    else { return }
    let evidence = one.evidence(with: other)
    if !evidence.isEmpty { pairs.append(DuplicatePair(first: first, second: second, evidence: evidence)) }
  }

  private mutating func read(_ id: RecordID) throws -> DuplicateTexts? {
    if let known = known[id] { return known }
    texts.reset()
    texts.bind(.integer(id), at: 1)
    defer { texts.reset() }
    guard try texts.step() else { return nil }
    var words = TitleWords()
    for index in 0..<titles { words.append(texts.bytes(column: CInt(1 + index))) }
    let first = 1 + titles + values.count
    let read = DuplicateTexts(
      title: words, values: values.indices.map { (values[$0], texts.text(column: CInt(1 + titles + $0))) },
      owners: (first..<(first + owners)).map { texts.integer(column: $0) })
    if known.count >= DuplicateSearch.mostPairs { known = [:] }
    known[id] = read
    return read
  }
}
