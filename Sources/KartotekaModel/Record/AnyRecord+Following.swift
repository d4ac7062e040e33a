// Values derived from other values of the same record: a country's name and position, the country of a name.
extension AnyRecord {
  /// Fills attributes without a value from the values that they are derived from.
  package mutating func fillFollowing() {
    for position in entity.attributes.indices where values[position].isNull {
      if let value = following(at: position) { values[position] = value }
    }
  }

  /// Updates values derived from a changed country if they still had the derived value, and removes thumbnails of
  /// changed pictures.
  package mutating func refillFollowing(over before: AnyRecord) {
    removeThumbnails(over: before)
    for position in entity.attributes.indices where values[position] == before.values[position] {
      guard let source = entity.attributes[position].followed, entity.attribute(source)?.kind == .country,
        self[source] != before[source], before.following(at: position) == before.values[position],
        let value = following(at: position)
      else { continue }
      values[position] = value
    }
  }

  private mutating func removeThumbnails(over before: AnyRecord) {
    for (position, attribute) in entity.attributes.enumerated() {
      guard let picture = attribute.thumbnailOf, !values[position].isNull, values[position] == before.values[position],
        self[picture] != before[picture]
      else { continue }
      values[position] = .null
    }
  }

  /// The error if no country has the name from which one should be derived; nil if there is no name, or a country was
  /// found.
  package func faultOfFollowed(at position: Int) -> FieldFault? {
    guard values[position].isNull, case .attribute(let attribute) = entity.columns[position],
      attribute.kind == .country, let name = attribute.followed, case .text(let text) = self[name],
      following(at: position) == nil
    else { return nil }
    return FieldFault(name, CountryKind.fault(text).phrase)
  }

  /// The derived value of a new record at that position; nil for none.
  func following(at position: Int) -> Value? {
    guard case .attribute(let attribute) = entity.columns[position], let name = attribute.followed,
      let source = entity.attribute(name)
    else { return nil }
    return attribute.following(self[name], of: source)
      // The position of the country that the name denotes.
      ?? source.followed.flatMap { origin in
        guard origin != attribute.name, self[name].isNull, let from = entity.attribute(origin),
          let value = source.following(self[origin], of: from)
        else { return nil }
        return attribute.following(value, of: source)
      }
  }
}

extension AttributeDescription {
  /// The name of the attribute from which this one is derived; nil for none.
  package var followed: String? {
    if case .attribute(let name)? = defaultSource { name } else { nil }
  }

  /// The value derived from another attribute: a country's English name or position, the country that a text names, the
  /// day a picture was taken; nil for none.
  func following(_ value: Value, of source: AttributeDescription) -> Value? {
    if case .blob(let blob) = value {
      guard kind == .date, let date = try? PictureDate.read(blob) else { return nil }
      return .text(date.description)
    }
    guard case .text(let text) = value else { return nil }
    if kind == .country { return CountryCode(named: text)?.stored(for: self) }
    guard source.kind == .country, let country = CountryCode(text) else { return nil }
    return kind == .coordinate ? country.position.stored(for: self) : country.name(in: .english).stored(for: self)
  }
}
