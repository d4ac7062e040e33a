import KartotekaModel

extension AnyFetchRequest {
  /// Sorts choices and translated texts as the person reads them. A search keeps the order of its matches.
  mutating func sortAsShown(in model: ModelDescription, _ say: Localizer) {
    guard search.isEmpty, let entity = model.entity(named: entity) else { return }
    displayOrder = DisplayOrder(of: sort, in: entity, model, say)
  }
}
