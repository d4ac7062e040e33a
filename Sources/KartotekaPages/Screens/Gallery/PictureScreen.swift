import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The page of a record's picture, large: the picture of a field, between those of its other fields.
struct PictureScreen: Sendable {
  /// The query parameter of a record's address that names the field.
  static let parameter = "picture"

  let list: ListScreen

  private var screens: AppScreens { list.screens }

  /// The page of the picture in a field.
  func page(_ id: RecordID, _ field: String, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    guard let record = try await screens.store.record(list.entity, id: id),
      let source = screens.picture(field, of: record)
    else { throw ScreenFault.noSuchRecord(list) }
    let title = try await screens.title(of: record, say)
    let fields = list.entity.attributes.filter { attribute in
      attribute.thumbnailOf == nil && !list.list.card.omitted.contains(attribute.name)
        && screens.picture(attribute.name, of: record) != nil
    }
    let place = fields.firstIndex { $0.name == field }
    let name = say(list.entity.attribute(field)?.label ?? field)
    var page = PicturePage(
      title: name, pageTitle: name + " – " + title, back: (title, address(of: id, request)), source: source,
      alternative: name + ", " + title)
    if case .blob(let blob) = record[field], let header = try? PictureHeader.read(blob) {
      page.size = (header.width, header.height)
    }
    func step(_ by: Int) -> URLPath? {
      guard let place, fields.indices.contains(place + by) else { return nil }
      return address(of: id, request).with(Self.parameter, fields[place + by].name)
    }
    page.previous = step(-1)
    page.next = step(1)
    page.hidden = request.originMessage.fields
    return try await screens.page(
      name + " – " + title, for: request, tab: list.tab.path, deepest: .record, hasTwoColumns: false, kind: .picture,
      columns: [page])
  }

  // The record's page with the way by which it was opened.
  private func address(of id: RecordID, _ request: ScreenRequest) -> URLPath {
    screens.path(of: list.entity).appending(id).with("via", unlessEmpty: request.via ?? "").with(list: request)
  }
}

extension ListScreen {
  /// The page on which the picture of a field is large; nil where there is none.
  func look(at field: String, of record: AnyRecord, _ request: ScreenRequest) -> URLPath? {
    guard let id = record.id, screens.picture(field, of: record) != nil else { return nil }
    return screens.path(of: entity).appending(id).with("via", unlessEmpty: request.via ?? "").with(list: request)
      .with(PictureScreen.parameter, field)
  }
}
