import KartotekaModel
import KartotekaScreens

// The undo of one change of a description, after which there may have been others.
extension AppDocument {
  /// The document without the difference between two of its revisions. Changes since the later one stay.
  /// - Returns: nil if the same part has changed since.
  package func undoing(_ after: AppDocument, backTo before: AppDocument) -> AppDocument? {
    if self == after { return before }
    // Tabs with pages of an application in code have no written form.
    let written = [self, before, after].map { Self.shape.write($0.withoutPages()) }
    guard let merged = JSONMerge.merged(written[0], written[1], base: written[2]),
      let json = merged, var document = try? AppDocument(unchecked: Array(json.pretty().utf8))
    else { return nil }
    // Groups have no names: one that was changed since would be there twice.
    guard document.repeatedGroupFields.subtracting(repeatedGroupFields).isEmpty else { return nil }
    // Lists that were changed since may show a field that goes.
    for entity in entities {
      let rest = Set(document.entity(entity.name)?.fieldNames ?? [])
      for name in entity.fieldNames where !rest.contains(name) { document.forget(name, of: entity.name) }
    }
    document.completeLists()
    document.removeFaultyParts()
    return document
  }

  // The fields that stand in two groups of a form, with their entity.
  private var repeatedGroupFields: Set<[String]> {
    var repeated: Set<[String]> = []
    for case .list(let list) in (tabs ?? []).map(\.screen) {
      var seen: Set<String> = []
      for field in list.fieldGroups.flatMap(\.fields) where !seen.insert(field).inserted {
        repeated.insert([list.entity, field])
      }
    }
    return repeated
  }
}

extension DocumentEntity {
  fileprivate var fieldNames: [String] {
    attributes.map(\.name) + relationships.map(\.name) + computed.map(\.name)
  }
}

/// Merges two changed versions of a JSON value. Elements of lists that have a name are compared by it.
enum JSONMerge {
  /// The merged value; nil inside for no value.
  /// - Returns: nil if both have changed the same value differently.
  static func merged(_ one: JSONValue?, _ other: JSONValue?, base: JSONValue?) -> JSONValue?? {
    if other == base || one == other { return .some(one) }
    if one == base { return .some(other) }
    switch (one, other, base) {
    case (.object(let one)?, .object(let other)?, .object(let base)?):
      guard let value = members(one, other, base) else { return nil }
      return .some(value)
    case (.array(let one)?, .array(let other)?, .array(let base)?):
      guard let value = elements(one, other, base) else { return nil }
      return .some(value)
    default: return nil
    }
  }

  private static func members(_ one: JSONObject, _ other: JSONObject, _ base: JSONObject) -> JSONValue? {
    var members: [(String, JSONValue)] = []
    let keys = one.map(\.key) + other.map(\.key).filter { one[$0] == nil }
    for key in keys {
      guard let value = merged(one[key], other[key], base: base[key]) else { return nil }
      if let value { members.append((key, value)) }
    }
    return .object(JSONObject(members))
  }

  private static func elements(_ one: [JSONValue], _ other: [JSONValue], _ base: [JSONValue]) -> JSONValue? {
    guard let mine = named(one), let theirs = named(other), let before = named(base) else { return nil }
    // The order of the one who has moved something; new elements stand behind their neighbours.
    let isMoved = before.keys.filter { theirs.values[$0] != nil } != theirs.keys.filter { before.values[$0] != nil }
    let (first, second) = isMoved ? (theirs.keys, mine.keys) : (mine.keys, theirs.keys)
    var keys = first
    for (place, key) in second.enumerated() where !keys.contains(key) {
      let neighbour = second[..<place].last.flatMap { keys.firstIndex(of: $0) }
      keys.insert(key, at: neighbour.map { $0 + 1 } ?? 0)
    }
    var elements: [JSONValue] = []
    for key in keys {
      guard let value = merged(mine.values[key], theirs.values[key], base: before.values[key]) else { return nil }
      if let value { elements.append(value) }
    }
    return .array(elements)
  }

  // The elements by name; nil if two have the same.
  private static func named(_ elements: [JSONValue]) -> (keys: [String], values: [String: JSONValue])? {
    let keys = elements.map(name)
    let values = Dictionary(zip(keys, elements), uniquingKeysWith: { first, _ in first })
    return values.count == elements.count ? (keys, values) : nil
  }

  private static func name(_ element: JSONValue) -> String {
    guard case .object(let object) = element else { return element.pretty() }
    return name(in: object) ?? element.pretty()
  }

  // A computed value has the name of its attribute, a tab that of its screen's entity.
  private static func name(in object: JSONObject) -> String? {
    for key in ["name", "path", "value", "entity"] {
      if case .string(let name)? = object[key] { return name }
    }
    for member in object {
      if case .object(let inner) = member.value, let name = name(in: inner) { return member.key + " " + name }
    }
    return nil
  }
}
