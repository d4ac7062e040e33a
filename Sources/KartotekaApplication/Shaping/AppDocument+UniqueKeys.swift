import KartotekaModel
import KartotekaScreens

// Fields whose values no two records have together.
extension AppDocument {
  /// The field that is unique together with a field; several names with commas if the key has more than two fields. Nil without
  /// such a key. A key belongs to its first field, so that each is changed in one place.
  package func uniquePartner(of name: String, of entity: String) -> String? {
    key(of: name, self.entity(entity)).map { $0.filter { $0 != name }.joined(separator: ",") }
  }

  /// Makes a field unique together with another one, in place of those that it is unique with now; with none if the name is empty.
  package mutating func setUniquePartner(_ other: String, of name: String, of entity: String) throws(ShapeFault) {
    let place = try place(entity)
    if let old = key(of: name, entities[place]) { entities[place].uniqueKeys.removeAll { $0 == old } }
    if other.isEmpty { return }
    if let key = entities[place].uniqueKeys.first(where: { Set($0) == [name, other] }) {
      // A description may have several keys of a field.
      if key.first == name { return }
      throw ShapeFault("together", "The other field says so already")
    }
    entities[place].uniqueKeys.append([name, other])
  }

  private func key(of name: String, _ entity: DocumentEntity?) -> [String]? {
    entity?.uniqueKeys.first { $0.first == name }
  }
}
