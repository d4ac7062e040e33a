import KartotekaHTML
import KartotekaModel
import KartotekaScreens

// What forms of records have that are chosen from suggestions.
extension ListScreen {
  /// The query parameters of a new place's form: where the map was pressed, and what the place is called.
  static let (pressed, called) = ("at", "name")

  /// The attributes that only choosing sets.
  var attributesSetByChoice: Set<String> {
    guard case .place(let place)? = list.choice, let identity = place.identity else { return [] }
    return Set(entity.translations(of: place.name).values.map { entity.attributes[$0].name } + [identity])
  }

  /// Sets what an address says of a new record that is not chosen but typed.
  func fill(_ record: inout AnyRecord, from request: ScreenRequest) {
    guard case .place(let place)? = list.choice else { return }
    if let position = request.query[Self.pressed].flatMap({ Coordinate($0) }) {
      record[place.position] = .text(position.description)
    }
    if let name = request.query[Self.called] { record[place.name] = .text(String(name.prefix(120))) }
  }

  /// The question that a record's values raise before it is saved; nil for none.
  /// - Parameter changed: the fields that were changed; nil for a new record.
  func question(
    about record: AnyRecord, changed: Set<String>? = nil, _ say: Localizer
  ) async throws -> SaveQuestion? {
    guard case .place(let place)? = list.choice,
      changed?.isDisjoint(with: [place.position, place.relationship]) != true
    else { return nil }
    return try await FarPlace(record, place, screens, say)?.question(say)
  }
}
