import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// An entity's records as they stand in rows elsewhere: sections of a record, sheets to choose from.
struct RelatedRecords: Sendable {
  let screens: AppScreens
  let entity: EntityDescription
  private let list: ListDescription?

  init(_ screens: AppScreens, of entity: EntityDescription) {
    self.screens = screens
    self.entity = entity
    list = screens.description.list(of: entity)?.list
  }

  /// Whether rows have a round monogram.
  var hasMonograms: Bool { list?.hasMonograms ?? false }

  /// The order in which the records stand wherever people see them.
  var sort: [FetchSort] { list?.sort ?? entity.titleAttributes.map { FetchSort($0.name) } }

  /// The second line of a record's row; nil where it has none.
  func detail(of record: AnyRecord, _ say: Localizer) -> String? {
    let parts = (list?.subtitle ?? []).compactMap { name -> String? in
      guard let position = entity.position(of: name) else { return nil }
      let text = entity.columns[position].display(record.values[position], in: say)
      return text.isEmpty ? nil : text
    }
    return parts.isEmpty ? nil : parts.joined(separator: " · ")
  }

  /// A page of those records for which a condition holds.
  func fetch(_ predicate: FetchPredicate?, search: String = "", limit: Int, _ say: Localizer) async throws -> FetchPage
  {
    var request = AnyFetchRequest(entity.name)
    request.predicate = predicate
    request.search = search
    request.sort = sort
    request.collation = Collation(say.language)
    request.limit = limit
    return try await screens.store.fetch(request)
  }
}
