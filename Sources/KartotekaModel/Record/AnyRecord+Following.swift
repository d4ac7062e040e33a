// Values that follow from others of the same record: a country's name and place, the country of a name.
extension AnyRecord {
  /// Gives the values that follow from others to attributes that have none.
  public mutating func fillFollowing() {
    for position in entity.attributes.indices where values[position].isNull {
      if let value = following(at: position) { values[position] = value }
    }
  }

  /// Gives what follows from a country that was changed to attributes which had what followed from the country before, and
  /// removes the thumbnails of pictures that were changed.
  public mutating func refillFollowing(over before: AnyRecord) {
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

  /// What is wrong with the name from which a country should follow: that no country is called so. Nil where there is
  /// no name, or a country follows from it.
  public func faultOfFollowed(at position: Int) -> FieldFault? {
    guard values[position].isNull, case .attribute(let attribute) = entity.columns[position],
      attribute.kind == .country, let name = attribute.followed, case .text(let text) = self[name],
      following(at: position) == nil
    else { return nil }
    return FieldFault(name, CountryKind.fault(text).phrase)
  }

  /// What a new record gets at that position if nothing is given; nil where nothing follows.
  func following(at position: Int) -> Value? {
    guard case .attribute(let attribute) = entity.columns[position], let name = attribute.followed,
      let source = entity.attribute(name)
    else { return nil }
    return attribute.following(self[name], of: source)
      // A country's place when only the name is given.
      ?? source.followed.flatMap { origin in
        guard origin != attribute.name, self[name].isNull, let from = entity.attribute(origin),
          let value = source.following(self[origin], of: from)
        else { return nil }
        return attribute.following(value, of: source)
      }
  }
}

extension AttributeDescription {
  /// The name of the attribute whose value this one's follows from; nil for others.
  public var followed: String? {
    if case .attribute(let name)? = defaultSource { name } else { nil }
  }

  /// What follows here from another attribute's value: of a country its English name or its position, of a text the
  /// country that it names, of a picture the day it was taken; nil for nothing.
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
