import KartotekaModel

/// Matches headings to attributes and relationships of an entity in any spelling: `first_name`, `First name` and `FirstName`
/// match, as do labels, declared aliases, and `teacher`, `teacher_id` and `TeacherID`.
struct HeaderMatcher {
  let entity: EntityDescription
  private var targets: [String: ColumnMatch.Target] = [:]
  // The targets by headings as they are written, which tell `Price €` from `Price $`.
  private var written: [String: ColumnMatch.Target] = [:]
  /// The values of choices by their folded words in every language, by the attributes' names.
  private(set) var choiceWords: [String: [String: String]] = [:]
  private let words: Catalogue
  // The keys of headings of stamps: an exported file has them, and only the store writes them.
  private var stamps: Set<String> = []
  // The targets of `common`: a column has one if no other column has it.
  private var commonTargets: [String: ColumnMatch.Target] = [:]

  /// - Parameter words: the catalogue with translations of labels.
  init(_ entity: EntityDescription, words: Catalogue = Catalogue()) {
    self.entity = entity
    self.words = words
    let columns = entity.columns.filter { $0.stamp == nil }
    for column in entity.columns where column.stamp != nil {
      let headings = [column.name, column.column, column.label] + Self.translations(of: column.label, words)
      stamps.formUnion(headings.map(Naming.key))
    }
    // The first match wins: a declared alias precedes the id, which precedes a label.
    for column in columns { add([column.name, column.column], .column(column.name)) }
    for relationship in entity.manyToMany { add([relationship.name], .column(relationship.name)) }
    for column in columns { add(column.aliases, .column(column.name)) }
    for relationship in entity.manyToMany { add(relationship.aliases, .column(relationship.name)) }
    add(["id", entity.name + "id", entity.nouns.one + "id"], .id)
    let labels = columns.map { ($0.label, $0.name) } + entity.manyToMany.map { ($0.label, $0.name) }
    // "Art" is that column, and not one called Kind, which is Art in German.
    for (label, name) in labels { add([label], .column(name)) }
    for (label, name) in labels { add(Self.translations(of: label, words), .column(name)) }
    for attribute in entity.attributes where attribute.kind == .choice {
      choiceWords[attribute.name] = Self.words(of: attribute, words)
    }
    for (kind, headings) in Self.common {
      let attributes = entity.attributes.filter { $0.kind == kind }
      guard attributes.count == 1 else { continue }
      for key in headings.map(Naming.key) where targets[key] == nil { commonTargets[key] = .column(attributes[0].name) }
    }
  }

  // Other programs' headings of the only mail address, telephone number or web address of a record.
  private static let common: [(KindName, [String])] = [
    (.mail, ["mail", "email", "e-mail", "email address", "e-mail address"]),
    (.phone, ["phone", "telephone", "tel", "mobile", "mobile phone", "phone number"] + VCardSheet.phones),
    (.url, ["website", "web page", "homepage", "url"]),
  ]

  /// Whether a column of a file is one that only the store writes, which says nothing against the entity.
  func isStamp(_ heading: String) -> Bool {
    !stamps.isEmpty && target(of: heading) == .nothing && stamps.contains(Naming.key(heading))
  }

  private mutating func add(_ headings: [String], _ target: ColumnMatch.Target) {
    for heading in headings {
      let key = Naming.key(heading)
      if !key.isEmpty, targets[key] == nil { targets[key] = target }
      if !heading.isEmpty, written[heading] == nil { written[heading] = target }
    }
  }

  // The own label of a choice comes before what another one is called in some language. A word of two choices means neither.
  private static func words(of attribute: AttributeDescription, _ words: Catalogue) -> [String: String] {
    var values: [String: String] = [:]
    var several: Set<String> = []
    let own = Set(attribute.choices.map { Folding.fold($0.label) })
    for choice in attribute.choices {
      let translated = translations(of: choice.label, words).map(Folding.fold).filter { !own.contains($0) }
      for word in Set(([choice.label] + choice.aliases).map(Folding.fold) + translated) {
        if let other = values.updateValue(choice.value, forKey: word), other != choice.value { several.insert(word) }
      }
    }
    return values.filter { !several.contains($0.key) }
  }

  private static func translations(of label: String, _ words: Catalogue) -> [String] {
    Language.all.compactMap { language in
      if case .plain(let text) = words.entry(label, in: language) { text } else { nil }
    }
  }

  /// The target of a heading.
  func target(of header: String) -> ColumnMatch.Target {
    if RejectsWriter.isRemark(header) { return .nothing }
    let found = targets[Naming.key(header)]
    return found == .id ? .id : written[header] ?? found ?? .nothing
  }

  /// The targets of a file's headings.
  func match(_ headers: [String]) -> [ColumnMatch] {
    var columns = headers.enumerated().map { ColumnMatch(number: $0 + 1, header: $1, target: target(of: $1)) }
    // A proposed application has the second of two equal headings as "Name 2", and a missing one as "Column C".
    for (place, heading) in TableHeadings.distinct(headers).enumerated() where heading != headers[place] {
      let other = target(of: heading)
      guard headers[place].isEmpty || other != .nothing else { continue }
      columns[place] = ColumnMatch(number: place + 1, header: heading, target: other)
    }
    matchNumber(in: &columns)
    matchPositions(in: &columns, headers)
    matchPlace(in: &columns)
    // An attribute that people call ID, unless another column has it, as in an export.
    if let place = columns.firstIndex(where: { $0.target == .id }),
      let attribute = entity.attributes.first(where: { Naming.key($0.label) == Naming.key(columns[place].header) }),
      !columns.contains(where: { $0.target == .column(attribute.name) })
    {
      columns[place].target = .column(attribute.name)
    }
    for place in columns.indices where columns[place].target == .nothing && !columns[place].isRemark {
      let target = commonTargets[Naming.key(columns[place].header)]
      if let target, !columns.contains(where: { $0.target == target }) { columns[place].target = target }
    }
    return columns
  }

  // The heading that lists give to the number, in a file that was exported from one. In other files it numbers the rows.
  private func matchNumber(in columns: inout [ColumnMatch]) {
    guard columns.contains(where: { $0.header == RecordMark.heading }),
      !columns.contains(where: { $0.target == .id })
    else { return }
    let place = columns.firstIndex { $0.target == .nothing && isNumber($0.header) }
    if let place { columns[place].target = .id }
  }

  /// Whether a heading is what lists call the number: `No.`, `Nr`, `№`.
  func isNumber(_ heading: String) -> Bool {
    (["No.", "Nr", "№"] + Self.translations(of: "No.", words)).map(Self.plain).contains(Self.plain(heading))
  }

  private static func plain(_ heading: String) -> String {
    heading.trimmingSpaces().lowercased().replacing(".", with: "")
  }

  // The geometry of an exported place has no name.
  private func matchPlace(in columns: inout [ColumnMatch]) {
    guard columns.contains(where: { $0.header == RecordMark.heading }), let attribute = PlaceFile.position(of: entity),
      !columns.contains(where: { $0.target == .column(attribute.name) || $0.target == .latitude(attribute.name) }),
      let place = columns.firstIndex(where: { $0.target == .nothing && $0.header == PlaceFile.heading })
    else { return }
    columns[place].target = .column(attribute.name)
  }

  // Two columns of degrees are the position of an entity that has one, or one with their name.
  private func matchPositions(in columns: inout [ColumnMatch], _ headers: [String]) {
    let attributes = entity.attributes.filter { $0.kind == .coordinate }
    guard !attributes.isEmpty else { return }
    for pair in PositionColumns.pairs(in: headers) {
      let named = attributes.first { Naming.key($0.label) == Naming.key(pair.label) }
      guard let attribute = named ?? (attributes.count == 1 ? attributes[0] : nil),
        columns[pair.latitude].target == .nothing, columns[pair.longitude].target == .nothing,
        !columns.contains(where: { $0.target == .column(attribute.name) || $0.target == .latitude(attribute.name) })
      else { continue }
      columns[pair.latitude].target = .latitude(attribute.name)
      columns[pair.longitude].target = .longitude(attribute.name)
    }
  }

  /// The targets of a file's columns. A column with an id's heading and text values is matched to the entity's only unique text
  /// attribute if no other column is, such as customers' codes under `CustomerID`.
  ///
  /// A column whose heading matches nothing, and all of whose values an own kind reads, is matched to the attribute of that
  /// kind if there is one such column and one such attribute.
  func match(_ sample: FileSample) -> [ColumnMatch] {
    var columns = match(sample.headers)
    for place in columns.indices where sample.headers[place].isEmpty && sample.values(at: place).isEmpty {
      columns[place].blank = true
    }
    matchOwnKinds(in: &columns, sample)
    guard let place = columns.firstIndex(where: { $0.target == .id }) else { return columns }
    let named = columns.map(\.target)
    let free = entity.attributes.filter { attribute in
      attribute.isUnique && attribute.isText && !named.contains(.column(attribute.name))
    }
    if free.count == 1, sample.holdsCodes(place, of: free[0]) { columns[place].target = .column(free[0].name) }
    return columns
  }

  private func matchOwnKinds(in columns: inout [ColumnMatch], _ sample: FileSample) {
    let named = columns.map(\.target)
    let free = entity.attributes.filter { $0.behavior is any OwnKindCode && !named.contains(.column($0.name)) }
    func fitting(_ place: Int) -> [AttributeDescription] {
      let (values, header) = (sample.values(at: place), columns[place].header)
      guard columns[place].target == .nothing, !columns[place].isRemark, !values.isEmpty else { return [] }
      func reads(_ text: String, _ attribute: AttributeDescription) -> Bool {
        (try? attribute.behavior.value(text: text, for: attribute)) != nil
      }
      // A kind that reads the heading as well reads any text, which tells nothing.
      return free.filter { attribute in !reads(header, attribute) && values.allSatisfy { reads($0, attribute) } }
    }
    let found = columns.indices.map { (place: $0, attributes: fitting($0)) }
    for attribute in free {
      let places = found.filter { $0.attributes.contains { $0.name == attribute.name } }
      guard places.count == 1, places[0].attributes.count == 1 else { continue }
      columns[places[0].place].target = .column(attribute.name)
    }
  }

  /// The share of a sample's values that are valid in their matched columns.
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
        // The cells point into the text, which is deallocated.
        draft.clear()
      }
    }
    return all == 0 ? 1 : Double(fitting) / Double(all)
  }

  /// Checks that no two columns have the same target and that at least one column has a target.
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
    let name: String
    switch target {
    case .column(let column), .latitude(let column), .longitude(let column): name = column
    case .id, .nothing: return "Number"
    }
    return entity.position(of: name).map { entity.columns[$0].label } ?? entity.relationship(name)?.label ?? "Number"
  }
}

/// The meaning of a column of a file.
public struct ColumnMatch: Sendable, Hashable, Codable {
  /// The target of a column.
  public enum Target: Sendable, Hashable, Codable {
    /// The record's id.
    case id
    /// The attribute, to-one relationship or many-to-many relationship with the given name.
    case column(String)
    /// The degrees of latitude of the position in the attribute with the given name, and those of longitude.
    case latitude(String)
    case longitude(String)
    /// No target; the values are ignored.
    case nothing
  }

  /// The position of the column, from 1; in JSON, in the order in which names first occur.
  public let number: Int
  /// The heading in the file.
  package let header: String
  /// The target. Changing it corrects the plan.
  public var target: Target
  /// The notation of numbers, dates, yes and no.
  package var notation = ColumnNotation()

  init(number: Int, header: String, target: Target) {
    self.number = number
    self.header = header
    self.target = target
  }

  /// Whether it has neither a heading nor values among the first ones.
  package var isBlank: Bool { blank ?? false }
  var blank: Bool?
  /// Whether its values have told that it has the records' numbers; nil for no.
  var isFound: Bool?

  /// Whether the column was added by a file of rejected rows: `_line`, `_reason`.
  package var isRemark: Bool { RejectsWriter.isRemark(header) }
}
