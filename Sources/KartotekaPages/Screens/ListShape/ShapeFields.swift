import KartotekaModel
import KartotekaStore

/// The fields by which a list is filtered, sorted and grouped, and which it shows as columns.
struct ShapeFields: Sendable {
  /// A field.
  struct Field: Sendable {
    /// The path of names.
    let path: String
    let subject: FilterSubject
    /// The label; of a field of a related record with the relationships before it.
    let label: String
    /// The label of the field alone.
    let ownLabel: String
  }

  let entity: EntityDescription
  let model: ModelDescription
  let say: Localizer

  /// The field of a path; nil if there is none.
  func field(_ path: String) -> Field? {
    guard let resolved = try? FieldPath(path, of: entity, in: model),
      let subject = FilterSubject(resolved.name, of: resolved.entity)
    else { return nil }
    let own = label(of: subject)
    let label = (resolved.relationships.map { say($0.label) } + [own]).joined(separator: " · ")
    return Field(path: path, subject: subject, label: label, ownLabel: own)
  }

  /// The fields of the entity, or of the one that a path of relationships leads to.
  func all(below path: String? = nil) -> [Field] {
    guard let end = target(of: path) else { return [] }
    let attributes = end.attributes.filter { $0.thumbnailOf == nil && $0.translation == nil }.map(\.name)
    let relationships = end.relationships.filter { $0.cardinality == .toOne }.map(\.name)
    let states = end.states.isEmpty ? [] : [ComputedValues.stateKey]
    let names = states + attributes + relationships + end.computed.map(\.name) + ["id"]
    return names.compactMap { field((path.map { $0 + "." } ?? "") + $0) }
  }

  /// The fields by which records are filtered: all, and the relationships to several records.
  func filterable(below path: String? = nil) -> [Field] {
    guard let end = target(of: path) else { return [] }
    let many = end.relationships.filter { $0.cardinality != .toOne }.map(\.name)
    return all(below: path) + many.compactMap { field((path.map { $0 + "." } ?? "") + $0) }
  }

  /// The fields that have an order.
  func sortable(below path: String? = nil) -> [Field] {
    guard let end = target(of: path) else { return [] }
    let names = Set(end.sortableNames.map { (path.map { $0 + "." } ?? "") + $0 })
    return all(below: path).filter { names.contains($0.path) }
  }

  /// The fields that columns can have: those with an order, and of the entity itself the many-to-many relationships and pictures.
  func columns(below path: String? = nil) -> [Field] {
    let others = path == nil ? entity.manyToMany.map(\.name) + entity.pictures.map(\.name) : []
    return sortable(below: path) + others.compactMap { field($0) }
  }

  /// The fields whose labels have all words of a text: those of the entity, then those of related records. Labels that begin
  /// with the text come first.
  /// - Parameter fields: the fields of the entity for nil, and of the one that a path leads to.
  func matching(_ text: String, among fields: (_ below: String?) -> [Field]) -> [Field] {
    let folded = Folding.fold(text)
    let words = folded.split(separator: " ")
    let related = all().flatMap { field -> [Field] in
      if case .toOne = field.subject { fields(field.path) } else { [] }
    }
    let found = (fields(nil) + related).filter { field in
      let label = Folding.fold(field.label)
      return words.allSatisfy { label.contains($0) }
    }
    let first = found.filter { Folding.fold($0.ownLabel).hasPrefix(folded) }
    let paths = Set(first.map(\.path))
    return first + found.filter { !paths.contains($0.path) }
  }

  /// The entity that a path of to-one relationships leads to; the list's own for nil.
  func target(of path: String?) -> EntityDescription? {
    guard let path else { return entity }
    guard let field = field(path), case .toOne(let relationship) = field.subject else { return nil }
    return model.entity(named: relationship.target)
  }

  /// A layout in words: "Board by Category".
  func words(_ layout: ListShape.Layout) -> String {
    func words(_ key: String, _ name: String) -> String { say(key, ["field": .text(field(name)?.label ?? name)]) }
    switch layout {
    case .cards: return say("Cards")
    case .table: return say("Table")
    case .board(let name): return words("Board by {field}", name)
    case .gallery(let name): return words("Gallery: {field}", name)
    case .calendar(let name, _): return words("Calendar by {field}", name)
    case .map(let name): return words("Map: {field}", name)
    case .chart: return say("Chart")
    }
  }

  private func label(of subject: FilterSubject) -> String {
    switch subject {
    case .id: say("No.")
    case .attribute(let attribute), .computed(let attribute): say(attribute.label)
    case .state: say("State")
    case .toOne(let relationship), .many(let relationship): say(relationship.label)
    }
  }
}
