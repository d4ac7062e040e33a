import KartotekaHTML
import KartotekaModel
import KartotekaTransfer

// The possible targets of a file's column.
extension FilePlanScreen {
  // The values are positions, so that many selects with many options stay small.
  private func names(of entity: EntityDescription) -> [(name: String, label: String)] {
    entity.columns.filter { $0.stamp == nil }.map { ($0.name, $0.label) }
      + entity.manyToMany.map { ($0.name, $0.label) }
  }

  func targets(of entity: EntityDescription, _ say: Localizer) -> [(value: String, title: String)] {
    [("", say("Left out")), ("0", say("Number"))] + (shape == nil ? [] : [(Self.newField, say("New field"))])
      + names(of: entity).enumerated().map { (String($0 + 1), say($1.label)) } + halves(of: entity, say)
  }

  private static let mostKeys = 3

  /// The fields by which rows without a number find their records.
  func keyChoices(_ plan: FilePlan, _ keys: [String], _ say: Localizer) -> [FileForm.Choice] {
    let options = plan.columns.compactMap { column -> (value: String, title: String)? in
      guard case .column(let name) = column.target, let position = plan.entity.position(of: name) else { return nil }
      return (name, say(plan.entity.columns[position].label))
    }
    guard !options.isEmpty else { return [] }
    return (0..<min(Self.mostKeys, keys.count + 1)).map { index in
      let first = index == 0
      return FileForm.Choice(
        "key-\(index + 1)", first ? say("A row is the record with the same") : say("and the same"),
        chosen: index < keys.count ? keys[index] : "",
        [("", first ? say("Number or unique field") : "–")] + options)
    }
  }

  /// The fields that a form chooses; nil if it does not say.
  func keys(of form: SubmittedForm, _ plan: FilePlan?) -> [String]? {
    var keys: [String] = []
    for index in 1...Self.mostKeys {
      guard let key = form["key-\(index)"], !key.isEmpty, !keys.contains(key), plan?.entity.position(of: key) != nil
      else { continue }
      keys.append(key)
    }
    return keys.isEmpty ? nil : keys
  }

  // A position may be in two columns.
  private func halves(of entity: EntityDescription, _ say: Localizer) -> [(value: String, title: String)] {
    names(of: entity).enumerated().filter { entity.attribute($1.name)?.kind == .coordinate }.flatMap {
      index, field -> [(value: String, title: String)] in
      let field = ["field": Phrase.Argument.text(say(field.label))]
      return [
        ("latitude-\(index + 1)", say("Latitude of {field}", field)),
        ("longitude-\(index + 1)", say("Longitude of {field}", field)),
      ]
    }
  }

  func key(of target: ColumnMatch.Target, _ entity: EntityDescription) -> String {
    switch target {
    case .nothing: ""
    case .id: "0"
    case .column(let name): number(of: name, entity)
    case .latitude(let name): "latitude-" + number(of: name, entity)
    case .longitude(let name): "longitude-" + number(of: name, entity)
    }
  }

  private func number(of name: String, _ entity: EntityDescription) -> String {
    names(of: entity).firstIndex { $0.name == name }.map { String($0 + 1) } ?? ""
  }

  func meaning(_ key: String, _ entity: EntityDescription) -> PendingImport.Meaning? {
    let names = names(of: entity)
    switch key {
    case "": return .nothing
    case "0": return .id
    case let half where half.hasPrefix("latitude-"):
      return names.index(numbered: String(half.dropFirst(9))).map { .latitude(names[$0].name) }
    case let half where half.hasPrefix("longitude-"):
      return names.index(numbered: String(half.dropFirst(10))).map { .longitude(names[$0].name) }
    default: return names.index(numbered: key).map { .column(names[$0].name) }
    }
  }
}
