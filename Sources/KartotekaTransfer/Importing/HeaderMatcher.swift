import KartotekaModel

/// Finds out which attribute or relationship of an entity a heading means, however it is spelled: `first_name`, `First name` and
/// `FirstName` are the same to it, as are a label, a declared alias, and `teacher`, `teacher_id` and `TeacherID`.
struct HeaderMatcher {
  let entity: EntityDescription
  private var targets: [String: ColumnMatch.Target] = [:]

  /// - Parameter words: the catalogue in whose languages labels are known, too.
  init(_ entity: EntityDescription, words: Catalogue = Catalogue()) {
    self.entity = entity
    // What comes first stays: a declared alias has precedence over the record's number, which has over a label.
    for column in entity.columns { add([column.name, column.column], .column(column.name)) }
    for relationship in entity.manyToMany { add([relationship.name], .column(relationship.name)) }
    for column in entity.columns { add(column.aliases, .column(column.name)) }
    for relationship in entity.manyToMany { add(relationship.aliases, .column(relationship.name)) }
    add(["id", entity.name + "id", entity.nouns.one + "id"], .id)
    let labels = entity.columns.map { ($0.label, $0.name) } + entity.manyToMany.map { ($0.label, $0.name) }
    for (label, name) in labels { add([label] + Self.translations(of: label, words), .column(name)) }
  }

  private mutating func add(_ headings: [String], _ target: ColumnMatch.Target) {
    for heading in headings {
      let key = Naming.key(heading)
      if !key.isEmpty, targets[key] == nil { targets[key] = target }
    }
  }

  private static func translations(of label: String, _ words: Catalogue) -> [String] {
    Language.all.compactMap { language in
      if case .plain(let text) = words.entry(label, in: language) { text } else { nil }
    }
  }

  /// What a heading means.
  func target(of header: String) -> ColumnMatch.Target {
    header.hasPrefix("_") ? .nothing : targets[Naming.key(header)] ?? .nothing
  }

  /// What the headings of a file mean.
  func match(_ headers: [String]) -> [ColumnMatch] {
    headers.enumerated().map { ColumnMatch(number: $0 + 1, header: $1, target: target(of: $1)) }
  }

  /// What the columns of a file mean. A column that by its heading would be the records' number and holds texts is
  /// what they are known by, where there is one such attribute and no other column for it: the codes of customers
  /// under `CustomerID`.
  func match(_ sample: FileSample) -> [ColumnMatch] {
    var columns = match(sample.headers)
    guard let place = columns.firstIndex(where: { $0.target == .id }) else { return columns }
    let named = columns.map(\.target)
    let free = entity.attributes.filter { attribute in
      attribute.isUnique && attribute.isText && !named.contains(.column(attribute.name))
    }
    if free.count == 1, sample.holdsCodes(place, of: free[0]) { columns[place].target = .column(free[0].name) }
    return columns
  }

  /// The share of a sample's values that fit the columns which its headings mean.
  func fit(_ sample: FileSample) -> Double {
    var draft = RowDraft(entity)
    var (fitting, all) = (0, 0)
    for column in match(sample) {
      guard let reader = ColumnReader(column.target, of: entity, in: .lenient) else { continue }
      for value in sample.values(at: column.number - 1) {
        var text = value
        draft.faults = []
        text.withUTF8 { reader.read(UnsafeRawBufferPointer($0), isQuoted: false, into: &draft) }
        all += 1
        if draft.faults.isEmpty { fitting += 1 }
        // It leads into the text, which goes now.
        draft.clear()
      }
    }
    return all == 0 ? 1 : Double(fitting) / Double(all)
  }

  /// Checks that no two columns mean the same, and that one means anything.
  func check(_ columns: [ColumnMatch], file: String) throws(ImportError) {
    var seen: [ColumnMatch.Target: ColumnMatch] = [:]
    for column in columns where column.target != .nothing {
      if let first = seen[column.target] {
        throw .sameColumn(file: file, first: first.header, second: column.header, label: label(column.target))
      }
      seen[column.target] = column
    }
    guard !seen.isEmpty || columns.isEmpty else {
      throw .noColumns(file: file, entity: entity.plural, headers: columns.map(\.header))
    }
  }

  private func label(_ target: ColumnMatch.Target) -> String {
    guard case .column(let name) = target else { return "Number" }
    return entity.position(of: name).map { entity.columns[$0].label } ?? entity.relationship(name)?.label ?? "Number"
  }
}
