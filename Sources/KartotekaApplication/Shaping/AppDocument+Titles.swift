import KartotekaModel
import KartotekaScreens

// The titles of records: the fields that make them, and what stands in their place.
extension AppDocument {
  /// The placeholder of the record's number in titles.
  private static let number = "{number}"

  /// Whether a field can make the title of records: texts, numbers and days, and values computed of texts.
  package static func canBeTitle(_ attribute: AttributeDescription) -> Bool {
    !attribute.isBytes && attribute.thumbnailOf == nil && attribute.translation == nil
  }

  /// The computed values that can make the title of records of an entity.
  package func titleComputed(of entity: String) -> [ComputedDescription] {
    guard let place = entities.firstIndex(where: { $0.name == entity }) else { return [] }
    let known = check().count
    return entities[place].computed.enumerated().filter { index, computed in
      if computed.attribute.isTitle { return true }
      var copy = self
      copy.entities[place].computed[index].attribute.isTitle = true
      return copy.check().count == known
    }.map(\.element)
  }

  /// The names of the fields that make the titles of an entity's records, also where no field says so.
  package func titleNames(of entity: String) -> [String] {
    self.entity(entity)?.entity.titleNames ?? []
  }

  /// Changes the fields that make titles, and what a record without them is called. Rows that showed the title show the new one.
  /// - Parameters:
  ///   - names: the attributes and computed values; computed ones take the place of attributes.
  ///   - numbered: the title of a record without a value in them, with `{number}`; empty for `No. {number}`.
  /// - Throws: ``ShapeFault`` of the field `numbered`.
  package mutating func setTitle(_ names: Set<String>, numbered: String, of entity: String) throws(ShapeFault) {
    let place = try place(entity)
    let former = titleNames(of: entity)
    if !numbered.isEmpty, numbered != entities[place].numberedTitle {
      guard numbered.contains(Self.number) else {
        throw ShapeFault("numbered", "This has to have {number}, in whose place the record's number stands")
      }
    }
    let attributes = entities[place].attributes.map(\.name)
    let computed = entities[place].computed.map(\.name)
    guard names.allSatisfy({ attributes.contains($0) || computed.contains($0) }) else { throw Self.unknown }
    guard !numbered.isEmpty || !names.isEmpty else {
      throw ShapeFault("numbered", "Choose a field, or say what records are called by their number")
    }
    for index in entities[place].attributes.indices {
      entities[place].attributes[index].isTitle = names.contains(attributes[index])
    }
    for index in entities[place].computed.indices {
      entities[place].computed[index].attribute.isTitle = names.contains(computed[index])
    }
    entities[place].numberedTitle = numbered.isEmpty ? nil : numbered
    let title = titleNames(of: entity)
    guard tabs != nil, !title.isEmpty, title != former else { return }
    changeLists(of: entity) { list in
      guard list.title == former else { return }
      list.title = title
      list.subtitle.removeAll(where: title.contains)
    }
  }
}
