import KartotekaModel
import KartotekaStore

// The names of related records in a filter.
extension FilterScreen {
  /// The texts by which a filter names the records of a reference: their ids, or for a reference by a key their keys. Such a
  /// reference has a text where it leads to none.
  func keys(_ values: [Value], _ relationship: RelationshipDescription) async throws -> [Value: String] {
    let ids = values.filter { if case .integer = $0 { true } else { false } }
    var keys: [Value: String] = [:]
    if let keyed = KeyedTarget(relationship, in: shaping.model) {
      var fetch = AnyFetchRequest(relationship.target)
      fetch.predicate = .compare("id", .in, ids)
      (fetch.readsBlobs, fetch.wantsTotal, fetch.limit) = (false, false, AnyFetchRequest.limits.most)
      for record in try await shaping.screens.store.fetch(fetch).records {
        if let id = record.id { keys[.integer(id)] = keyed.text(of: record) }
      }
      for case .text(let key) in values where !key.isEmpty { keys[.text(key)] = key }
    } else {
      for case .integer(let id) in ids { keys[.integer(id)] = String(id) }
    }
    return keys
  }
}
