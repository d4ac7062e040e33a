import KartotekaHTML
import KartotekaModel
import KartotekaScreens

// Forms of records that are chosen from suggestions.
extension ListScreen {
  /// The query parameters of a new place's form: the position on the map and the name.
  static let (pressed, called) = ("at", "name")

  /// The attributes that are set only by a choice.
  var attributesSetByChoice: Set<String> {
    guard case .place(let place)? = list.choice, let identity = place.identity else { return [] }
    return Set(entity.translations(of: place.name).values.map { entity.attributes[$0].name } + [identity])
  }

  /// Sets values of a typed record from the request's address.
  func fill(_ record: inout AnyRecord, from request: ScreenRequest) {
    guard case .place(let place)? = list.choice else { return }
    if let position = request.query[Self.pressed].flatMap({ Coordinate($0) }) {
      record[place.position] = .text(position.description)
    }
    if let name = request.query[Self.called] { record[place.name] = .text(name) }
  }

  /// The question before a record is saved; nil if there is none.
  /// - Parameter changed: the changed fields; nil for a new record.
  func question(
    about record: AnyRecord, changed: Set<String>? = nil, _ say: Localizer
  ) async throws -> SaveQuestion? {
    guard case .place(let place)? = list.choice,
      changed?.isDisjoint(with: [place.position, place.relationship]) != true
    else { return nil }
    return try await FarPlace(record, place, screens, say)?.question(say)
  }
}
