import KartotekaApplication
import KartotekaHTML
import KartotekaModel
import KartotekaScreens

extension AppScreens {
  /// The application's chooser of new records of an entity; nil where they are typed.
  func chooser(of entity: EntityDescription) -> (any RecordChooser)? {
    app.app.choosers.first { $0.entity == entity.name }
  }
}

// Forms of records that are chosen from suggestions.
extension ListScreen {
  /// The query parameters of a new record's form: the position on the map and the title.
  static let (pressed, called) = ("at", "name")

  var chooser: (any RecordChooser)? { screens.chooser(of: entity) }

  /// The attributes that are set only by a choice.
  var attributesSetByChoice: Set<String> { chooser?.attributes ?? [] }

  /// Sets the position and the title of a typed record from the request's address.
  func fill(_ record: inout AnyRecord, from request: ScreenRequest) {
    let places = screens.map?.places
    guard chooser != nil || places?.entity.name == entity.name else { return }
    if let places, places.entity.name == entity.name,
      let position = request.query[Self.pressed].flatMap({ Coordinate($0) })
    {
      record[places.position] = .text(position.description)
    }
    if let title = request.query[Self.called], let attribute = entity.titleAttributes.first, attribute.kind == .text {
      record[attribute.name] = .text(title)
    }
  }

  /// The question before a record is saved; nil if there is none.
  /// - Parameter stored: the record before the change; nil for a new one.
  func question(about record: AnyRecord, over stored: AnyRecord? = nil, _ say: Localizer) async throws -> SaveQuestion?
  {
    let search = ChoiceSearch(screens.store, screens.app.services, say)
    return try await chooser?.question(before: record, over: stored, in: search).map { SaveQuestion(text: say($0)) }
  }
}

/// A question that a person answers before a record is saved.
struct SaveQuestion: Sendable {
  let text: String

  /// The sheet with the question. Cancel shows a draft's form again, else it leads to `cancel`.
  func sheet(
    action: URLPath, cancel: URLPath, isDraft: Bool = false, hidden: [(name: String, value: String)], _ say: Localizer
  ) -> Sheet {
    Sheet.question(
      say("Add it all the same?"), text: text, verb: say("Add it"), action: action, cancel: cancel, isDangerous: false,
      hidden: hidden, confirms: true, isDraft: isDraft, say)
  }
}
