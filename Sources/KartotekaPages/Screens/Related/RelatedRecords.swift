import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// An entity's records as rows in sections and sheets.
struct RelatedRecords: Sendable {
  let screens: AppScreens
  let entity: EntityDescription
  private let list: ListDescription?
  private let section: ListDescription.Section?
  /// The attribute with their places, in whose order they stand; nil for another order.
  let place: AttributeDescription?

  /// - Parameters:
  ///   - section: the section in whose order they stand; nil for that of their own list.
  ///   - owner: the relationship to the record on whose page they are.
  init(
    _ screens: AppScreens, of entity: EntityDescription, in section: ListDescription.Section? = nil,
    of owner: String? = nil
  ) {
    self.screens = screens
    self.entity = entity
    self.section = section
    let place = section?.isNewestFirst == true ? nil : entity.place(in: owner)
    self.place = section?.order == nil || section?.order == place?.name ? place : nil
    list = screens.description.list(of: entity)?.list
  }

  /// Whether rows have a monogram.
  var hasMonograms: Bool { list?.hasMonograms ?? false }

  /// The sort order of the records on all screens.
  var sort: [FetchSort] {
    if section?.isNewestFirst == true { return [FetchSort("id", ascending: false)] }
    if let order = section?.order { return [FetchSort(order)] }
    if let place { return [FetchSort(place.name), FetchSort("id")] }
    return list?.sort ?? entity.titleNames.map { FetchSort($0) }
  }

  /// The second line of a record's row; nil if it has none.
  /// - Parameters:
  ///   - computed: the record's computed values.
  ///   - included: related records; missing ones and those in the title are omitted.
  func detail(
    of record: AnyRecord, computed: ComputedValues? = nil, included: [String: [RecordID: AnyRecord]] = [:],
    omitting omitted: String? = nil,
    _ say: Localizer
  ) -> String? {
    let own = (list?.subtitle ?? []).compactMap { name -> String? in
      guard name != omitted, let position = entity.position(of: name), !entity.titleNames.contains(name) else {
        return nil
      }
      if case .toOne = entity.columns[position] {
        guard !entity.titleRelationships.contains(where: { $0.name == name }),
          case .integer(let id) = record.values[position]
        else { return nil }
        return included[name]?[id]?.title(in: say)
      }
      let text = entity.columns[position].brief(record.values[position], in: say)
      return text.isEmpty ? nil : text
    }
    let value = list?.valueText(of: entity, computed, say)
    let parts = own + [value, computed?.state.map { say($0.label) }].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " · ")
  }

  /// A page of the records that satisfy a condition.
  func fetch(_ predicate: FetchPredicate?, search: String = "", limit: Int, _ say: Localizer) async throws -> FetchPage
  {
    var request = AnyFetchRequest(entity.name)
    request.readsBlobs = false
    request.predicate = predicate
    request.search = entity.searchText(search, say)
    request.ranksMatches = true
    request.forgivesSlip = true
    request.sort = sort
    request.collation = Collation(say.language)
    request.sortAsShown(in: screens.description.model, say)
    request.limit = limit
    request.wantsComputed = list?.value != nil || !entity.states.isEmpty
    let shown = (list?.subtitle ?? []).filter { entity.relationship($0) != nil }
    request.include = Array(Set(entity.titleRelationships.map(\.name) + shown)).sorted()
    return try await screens.store.fetch(request)
  }
}
