/// The values that a request has fetched with a record: related records and computed values, as of that moment.
package struct Fetched: Sendable {
  /// The related records, by the relationships that lead to them from the records of the page (`copy.score`) and by id. None for
  /// relationships that were not included.
  let included: [String: [RecordID: AnyRecord]]
  /// The computed values that were asked for: by the relationships that lead to their records (empty for those of the page), by
  /// id, and by name.
  private let values: [String: [RecordID: [String: Value]]]
  /// The relationships that lead to the record from the one of the page, with a point behind each: `copy.`. Empty for that record
  /// itself.
  let path: String

  /// Nothing but the record.
  static let nothing = Fetched(included: [:], computed: [:])

  package init(
    included: [String: [RecordID: AnyRecord]], computed: [String: [RecordID: [String: Value]]]
  ) {
    self.init(included: included, computed: computed, path: "")
  }

  private init(
    included: [String: [RecordID: AnyRecord]], computed: [String: [RecordID: [String: Value]]], path: String
  ) {
    (self.included, values, self.path) = (included, computed, path)
  }

  /// The values that were fetched with the records to which a relationship leads.
  func beyond(_ relationship: String) -> Fetched {
    Fetched(included: included, computed: values, path: path + relationship + ".")
  }

  /// A computed value of a record that was fetched; nil if it was not computed with it.
  func computed(_ name: String, of id: RecordID?) -> Value? {
    id.flatMap { values[String(path.dropLast())]?[$0]?[name] }
  }
}

/// A related record that code reads without having fetched it.
struct UnfetchedRecord: Error, Hashable, CustomStringConvertible {
  let entity: String
  /// The relationships that lead to it from the record of the page.
  let path: String
  let target: String
  let id: RecordID
  /// Whether the request included the relationship.
  let isIncluded: Bool

  var description: String {
    let steps = path.split(separator: ".")
    let relationship = String(steps.last ?? "")
    let asking = "`related(\\.\(relationship), of:)` of the store or the transaction"
    guard isIncluded else {
      let including = steps.map { "\\.\($0)" }.joined(separator: ", ")
      let advice = steps.count > 4 ? "" : "Add .including(\(including)) to the request that fetches the record. "
      return "The \(target) \(id) was not fetched with the \(entity) whose \(relationship) it is. \(advice)Where the "
        + "\(entity) came by its id or with another record, ask \(asking)."
    }
    return "The fetch of the \(entity) found no \(target) \(id) for its \(relationship): the \(target) is gone, or the "
      + "\(relationship) was set afterwards. Ask \(asking)."
  }
}

/// A computed value that code reads without having asked for it.
struct UnfetchedValue: Error, Hashable, CustomStringConvertible {
  let entity: String
  /// The relationships that lead to the record from the one of the page, with a point behind each.
  let path: String
  let name: String

  var description: String {
    let steps = (path + name).split(separator: ".")
    let computing = steps.map { "\\.\($0)" }.joined(separator: ", ")
    let request = path.isEmpty ? "the request that fetches the \(entity)" : "the request that includes the \(entity)"
    let advice = steps.count > 3 ? "" : "Add .computing(\(computing)) to \(request). "
    return "The \(name) of the \(entity) was not computed with it. \(advice)Where the \(entity) came by its id, ask "
      + "`computed(\\.\(name), of:)` of the store or the transaction."
  }
}

/// A property of an entity that Swift computes, so that it is no part of the declaration and has no value.
struct UndeclaredProperty: Error, Hashable, CustomStringConvertible {
  let entity: String
  let place: SourcePlace?

  var description: String {
    let place = place.map { "\($0): " } ?? ""
    return "\(place)Swift computes this property of \(entity) anew each time, so that records have no value of it. "
      + "Declare it with `let` and `=`."
  }
}
