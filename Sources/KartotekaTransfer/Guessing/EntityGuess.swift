import KartotekaModel

/// Guesses the kinds of records in files from their headings and first rows. A person can correct it.
package struct EntityGuess: Sendable {
  /// The proposed kinds of records, one for each file, in the order of the files.
  package private(set) var tables: [ProposedTable]
  private let samples: [TableSample]
  /// The columns of each table.
  private var columns: [TableSample.Columns]
  /// The values of the columns by which each table's records are found, which are made when they are needed.
  private var keys: [Int: Keys] = [:]

  private struct Keys {
    /// The headings of columns with such records.
    var headings: Set<String>
    /// The numbers of the records; nil if they have none.
    var numbers: Set<String>?
    /// The titles, and the values of a column that are all different.
    var texts: [Set<String>] = []
  }

  /// Guesses from files that are named after their records, such as `books.csv`, and whose first row has the headings.
  /// - Throws: ``ReadingError``, and ``ImportError`` for a file without columns.
  /// - Parameter notation: how numbers and dates are written where the values leave it open.
  package init(_ files: [ImportFile], in notation: ValueNotation? = nil) throws {
    self.init(try files.map { try TableSample($0) }, in: notation)
  }

  /// Guesses from samples of files and sheets.
  package init(_ samples: [TableSample], in notation: ValueNotation? = nil) {
    self.samples = samples
    columns = samples.map { $0.table(below: $0.header) }
    tables = zip(samples, columns).map { sample, columns in
      Self.table(of: sample, columns, header: sample.rows == nil ? nil : sample.header, in: notation)
    }
    for index in tables.indices { relate(index) }
    for index in tables.indices { proposeTags(index) }
  }

  /// The tables after one is read in another way: its columns are guessed again, the others stay. A person's choices for the
  /// columns are not among it.
  /// - Parameters:
  ///   - keepsAll: whether rows that look like notes or totals are wanted.
  ///   - notation: how numbers and days are written, as a person has chosen it.
  package init(
    _ samples: [TableSample], changing tables: [ProposedTable], at index: Int, header: Int?, keepsAll: Bool = false,
    in notation: ValueNotation? = nil
  ) {
    (self.samples, self.tables) = (samples, tables)
    columns = zip(samples, tables).enumerated().map { place, pair in
      let (sample, table) = pair
      return place == index
        ? sample.table(below: header ?? 0, keepsAll: keepsAll)
        : sample.table(below: table.header ?? 0, keepsAll: table.keepsAllRows ?? false)
    }
    let before = tables[index]
    self.tables[index] = Self.table(
      of: samples[index], columns[index], header: header, in: notation, keepsAll: keepsAll)
    self.tables[index].nouns = before.nouns
    self.tables[index].isLeftOut = before.isLeftOut
    self.tables[index].notation = notation
    relate(index)
    proposeTags(index)
  }

  /// The entities, one for each table that is not left out.
  package var entities: [DocumentEntity] { tables.entities.entities }

  // MARK: Fields

  private static func table(
    of sample: TableSample, _ table: TableSample.Columns, header: Int?, in chosen: ValueNotation? = nil,
    keepsAll: Bool = false
  ) -> ProposedTable {
    let nouns = nouns(of: sample.name)
    let values = table.values
    // The cells of a spreadsheet tell nothing of how its texts are written.
    let evidences = zip(values, table.isTyped).map { $1 ? NotationEvidences() : NotationEvidences($0) }
    let file = NotationEvidences(chosen).or(NotationEvidences(of: evidences))
    var columns = table.headings.enumerated().map { place, heading in
      let values = values[place]
      // The importer uses such a column as the id.
      let isNumber = isNumber(heading, of: nouns) && ColumnGuess.areDifferentNumbers(values)
      let isEmpty = !table.isNamed[place] && values.allSatisfy(\.isEmpty)
      let guess = ColumnGuess(values, heading: heading, in: file, isTyped: table.isTyped[place])
      var field = guess.attribute(named: "column")
      field.isUnique = isKey(heading, of: nouns, values, field)
      var column = ProposedColumn(
        heading: heading, samples: samples(of: values),
        label: guess.arePercentages && field.kind != .text && field.form == nil ? heading + " (%)" : heading,
        meaning: isNumber ? .number : isEmpty || heading == RecordMark.heading ? .nothing : .field, field: field)
      if table.isTyped[place] { column.isTyped = true }
      return column
    }
    findPositions(&columns, values)
    tellApart(&columns)
    for title in titles(of: columns, values) { columns[title].field.isTitle = true }
    let rows = (sample.rows ?? []).prefix(20).map { row in
      let cells = row.cells.filter { !$0.isEmpty }.prefix(6).map { String($0.prefix(24)) }
      return ProposedTable.Row(number: row.number, text: cells.joined(separator: " · "))
    }
    var proposed = ProposedTable(
      name: sample.name, isLeftOut: sample.isScattered, header: header, nouns: nouns, columns: columns,
      firstRows: rows, isComplete: sample.isComplete, notes: sample.notes(header: header, keepsAll: keepsAll),
      keepsAllRows: keepsAll ? true : nil)
    proposed.notation = chosen
    (proposed.format, proposed.delimiter, proposed.estimated) = (sample.format, sample.delimiter, sample.estimated)
    proposed.look(at: values)
    return proposed
  }

  // Two columns of degrees are one position.
  private static func findPositions(_ columns: inout [ProposedColumn], _ values: [[String]]) {
    for pair in PositionColumns.pairs(in: columns.map(\.heading)) {
      func areDegrees(_ column: Int, _ most: Double) -> Bool {
        let values = values[column].filter { !$0.isEmpty && !Placeholders.contains($0) }
        return !values.isEmpty && values.allSatisfy { PositionColumns.isDegrees($0, most) }
      }
      guard columns[pair.latitude].meaning == .field, columns[pair.longitude].meaning == .field,
        areDegrees(pair.latitude, 90), areDegrees(pair.longitude, 180)
      else { continue }
      columns[pair.latitude].field = AttributeDescription(name: "column", label: pair.label, kind: .coordinate)
      columns[pair.latitude].label = pair.label
      columns[pair.longitude].meaning = .longitude(pair.latitude)
    }
  }

  // Two fields with one label could not be told apart: the headings "Name" and "name" become "Name" and "name 2".
  private static func tellApart(_ columns: inout [ProposedColumn]) {
    var taken: Set<String> = []
    for index in columns.indices where columns[index].meaning == .field {
      let heading = columns[index].label
      var number = 2
      while !heading.isEmpty, !taken.insert(Folding.fold(columns[index].label)).inserted {
        columns[index].label = "\(heading) \(number)"
        number += 1
      }
    }
  }

  private static func samples(of values: [String]) -> [String] {
    values.lazy.filter { !$0.isEmpty }.prefix(3).map { String($0.prefix(60)) }
  }

  // Names of other alphabets and languages, and of things that are no kinds of records, stay what people call the records;
  // their plurals are not known.
  static func nouns(of file: String) -> Nouns {
    let own = file.split(separator: "/").last.map(String.init) ?? file
    let stem = (own.split(separator: ".").first.map(String.init) ?? own).replacing("_", with: " ").trimmingSpaces()
    if !stem.utf8.allSatisfy({ $0 < 0x80 }), stem.contains(where: \.isLetter) {
      return Nouns(stem.lowercased(), stem.lowercased())
    }
    // Several are called what the file is called, however that is written.
    let words = Naming.kebabCase(stem).split { !$0.isLetter && !$0.isNumber }.map(String.init)
    guard let last = words.last, words.contains(where: { $0.contains(where: \.isLetter) }) else {
      let name = NameGuess.entity(file)
      return Nouns(
        Naming.kebabCase(name).replacing("-", with: " "), Naming.kebabPlural(name).replacing("-", with: " "))
    }
    let before = words.dropLast()
    return Nouns(
      (before + [NameGuess.singular(last)]).joined(separator: " "), (before + [last]).joined(separator: " "))
  }

  private static func isNumber(_ heading: String, of nouns: Nouns) -> Bool {
    ["id", Naming.key(nouns.one + "id")].contains(Naming.key(heading))
  }

  private static let keys = [
    "id", "uid", "code", "sku", "isbn", "ean", "uuid", "guid", "key", "kod", "numer", "number", "no", "nr", "код",
    "артикул",
    "номер",
  ]
  /// The least number of values of a key: few values differ by chance.
  private static let leastKeys = 3
  /// The headings of keys that need no least number of values.
  private static let certainKeys: Set<String> = ["id", "uid", "uuid", "guid", "key"]

  // A column that tells records apart by its heading and by all its values.
  private static func isKey(
    _ heading: String, of nouns: Nouns, _ values: [String], _ field: AttributeDescription
  ) -> Bool {
    let names = Set((keys + keys.map { nouns.one + $0 }).map(Naming.key))
    return values.count >= (certainKeys.contains(Naming.key(heading)) ? 1 : leastKeys)
      && names.contains(Naming.key(heading))
      && [.text, .integer].contains(field.kind) && !field.multiline && !values.contains("")
      && Set(values).count == values.count
  }

  // First and last name together; a column that is called name or title; the first text with mostly distinct values that is no
  // key; else the first text.
  private static func titles(of columns: [ProposedColumn], _ values: [[String]]) -> [Int] {
    let texts = columns.indices.filter { columns[$0].meaning == .field && columns[$0].field.kind == .text }
    func called(_ words: Set<String>) -> Int? { texts.first { words.contains(Naming.key(columns[$0].heading)) } }
    if let first = called(TitleWords.firstNames), let last = called(TitleWords.lastNames.union(["name"])), first != last
    {
      return [first, last]
    }
    if let named = texts.first(where: { index in
      let filled = values[index].count { !$0.isEmpty }
      return TitleWords.titles.contains(Naming.key(columns[index].heading)) && filled * 2 > values[index].count
    }) {
      return [named]
    }
    return title(among: texts, columns, values).map { [$0] } ?? []
  }

  private static func title(among all: [Int], _ columns: [ProposedColumn], _ values: [[String]]) -> Int? {
    // Times and numbers name no record, and neither does nothing.
    func share(_ index: Int, _ isWanted: (String) -> Bool) -> Bool {
      let values = values[index].filter { !$0.isEmpty }
      return !values.isEmpty && values.count(where: isWanted) * 2 > values.count
    }
    let filledTexts = all.filter { share($0) { _ in true } }
    let named = filledTexts.filter { share($0) { $0.contains(where: \.isLetter) } }
    let texts = named.isEmpty ? filledTexts : named
    let differing = texts.filter { index in
      let values = values[index].filter { !$0.isEmpty }
      return Set(values).count * 10 >= values.count * 9
    }
    // A text that most records lack names few of them.
    let filled = differing.filter { index in values[index].count { !$0.isEmpty } * 2 > values[index].count }
    let candidates = filled.isEmpty ? differing : filled
    return candidates.first { !columns[$0].field.isUnique } ?? candidates.first ?? texts.first
  }

  // MARK: Relationships

  /// The kinds of columns that may name records.
  private static let linkable: Set<KindName> = [.integer, .text, .choice]

  // The texts between semicolons.
  private static func list(_ text: String) -> [String] {
    text.split(separator: ";").map { String($0).trimmingSpaces() }.filter { !$0.isEmpty }
  }

  // A column whose values are all titles or keys of records in another file, or numbers of such records under their name,
  // becomes a relationship; to several records if values are lists: `a; b; c`. Of a file that is longer than its sample, some
  // titles are enough under the name of its records.
  private mutating func relate(_ index: Int) {
    let values = columns[index].values
    for column in tables[index].columns.indices {
      let proposed = tables[index].columns[column]
      guard proposed.meaning == .field, !proposed.field.isUnique else { continue }
      let texts = Set(values[column]).subtracting([""])
      guard !texts.isEmpty, Self.linkable.contains(proposed.field.kind) else { continue }
      let heading = Naming.key(proposed.heading)
      var found: ProposedColumn.Meaning?
      for other in tables.indices where found == nil && other != index && !tables[other].isLeftOut {
        found = link(proposed, heading, texts, to: other)
      }
      guard let found else { continue }
      if proposed.field.isTitle {
        // Another text is the title then, such as an order's code.
        let others = tables[index].columns.indices.filter {
          $0 != column && tables[index].columns[$0].meaning == .field && tables[index].columns[$0].field.kind == .text
        }
        guard let other = others.first(where: { tables[index].columns[$0].field.isUnique }) else { continue }
        tables[index].columns[column].field.isTitle = false
        tables[index].columns[other].field.isTitle = true
        keys[index] = nil
      }
      tables[index].columns[column].meaning = found
      let words = proposed.heading.replacing(/[\s_-]*(?:id|ID|Id)$/, with: "")
      if proposed.field.kind == .integer, !words.isEmpty { tables[index].columns[column].label = words }
      // `idList`
      let rest = proposed.heading.dropFirst(2)
      if proposed.heading.hasPrefix("id"), rest.first?.isUppercase == true {
        tables[index].columns[column].label = Naming.words(String(rest))
      }
    }
  }

  // A column whose cells clearly repeat few names is one of tags.
  private mutating func proposeTags(_ index: Int) {
    for column in tables[index].columns.indices {
      let proposed = tables[index].columns[column]
      guard proposed.meaning == .field, [.text, .choice].contains(proposed.field.kind), !proposed.field.isUnique,
        !proposed.field.isTitle, !proposed.field.multiline, TagGuess.areTags(columns[index].values[column])
      else { continue }
      tables[index].columns[column].meaning = .tags
    }
  }

  private mutating func keys(of place: Int) -> Keys {
    if let known = keys[place] { return known }
    let target = tables[place]
    let values = columns[place].values
    func known(_ isWanted: (ProposedColumn) -> Bool) -> Set<String>? {
      target.columns.indices.first { isWanted(target.columns[$0]) }.map { Set(values[$0]).subtracting([""]) }
    }
    // A title that two records have names neither of them.
    func titles() -> Set<String>? {
      let titles = target.columns.indices.filter {
        target.columns[$0].field.isTitle && target.columns[$0].meaning == .field
      }
      guard titles.count == 1 else { return nil }
      let texts = values[titles[0]].filter { !$0.isEmpty }
      let different = Set(texts)
      return different.count == texts.count ? different : nil
    }
    let noun = NameGuess.entity(noun: target.nouns.one)
    let made = Keys(
      headings: Set([noun, noun + "id", "id" + noun, target.nouns.one, target.nouns.many].map(Naming.key)),
      numbers: known { $0.meaning == .number },
      texts: [titles(), known { $0.meaning == .field && $0.field.isUnique }].compactMap(\.self))
    keys[place] = made
    return made
  }

  private mutating func link(
    _ column: ProposedColumn, _ heading: String, _ texts: Set<String>, to place: Int
  ) -> ProposedColumn.Meaning? {
    let target = tables[place]
    let keys = keys(of: place)
    let isNamed = keys.headings.contains(heading)
    func holds(_ texts: Set<String>, _ known: Set<String>) -> Bool {
      texts.isSubset(of: known) || !target.isComplete && isNamed && !texts.isDisjoint(with: known)
    }
    switch column.field.kind {
    case .integer:
      guard isNamed, let numbers = keys.numbers ?? keys.texts.last, holds(texts, numbers) else { return nil }
      return .one(place)
    case .text, .choice:
      for known in keys.texts {
        if holds(texts, known) { return .one(place) }
        if texts.contains(where: { $0.contains(";") }), holds(Set(texts.flatMap(Self.list)), known) {
          return .several(place)
        }
      }
      return nil
    default: return nil
    }
  }
}
