// Changes of a computed value.
extension ComputedDescription {
  /// The value with another computation. It stays the title of its entity, and keeps its other settings if its kind stays. Its
  /// index goes where the new computation can't have one.
  package func replaced(
    by other: ComputedDescription, of entity: String, in model: ModelDescription
  ) -> ComputedDescription {
    var (attribute, source) = (attribute, other.source)
    if attribute.kind == other.attribute.kind {
      attribute.scale = other.attribute.scale
      attribute.currency = other.attribute.currency
      attribute.form = other.attribute.form
      attribute.choices = other.attribute.choices
    } else {
      attribute = other.attribute
      (attribute.label, attribute.isTitle) = (self.attribute.label, self.attribute.isTitle)
      (attribute.isSorted, attribute.isSearched) = (self.attribute.isSorted, self.attribute.isSearched)
    }
    if attribute.isTitle, case .formula(let formula) = source, let entity = model.entity(named: entity) {
      source = formula.title(of: entity, in: model) ?? source
    }
    attribute.isSearched = attribute.isSearched && attribute.isText
    attribute.isSorted =
      attribute.isSorted && source.isOrderedNumber
      && [.integer, .decimal, .date, .timestamp].contains(attribute.kind)
    return ComputedDescription(attribute: attribute, source: source)
  }
}
