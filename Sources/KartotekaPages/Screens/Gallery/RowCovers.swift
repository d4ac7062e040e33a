import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The first pictures of records whose list names a gallery as its picture.
struct RowCovers: Sendable {
  private let pictures: [RecordID: URLPath]

  /// None.
  init() { pictures = [:] }

  /// The covers of records: one request for all of them.
  init(_ records: [AnyRecord], of list: ListScreen) async throws {
    guard let name = list.list.picture, !records.isEmpty,
      let section = list.list.sections.first(where: { $0.name == name }), let gallery = Gallery(list, section),
      !gallery.areFiles, let inverse = gallery.relationship.inverse.flatMap(gallery.entity.relationship)
    else {
      self.init()
      return
    }
    let firsts = try await list.screens.store.firsts(
      gallery.entity, of: inverse, among: records.compactMap(\.id), by: gallery.description.order)
    self.init(
      pictures: firsts.compactMapValues { list.screens.smallPicture(gallery.attribute.name, of: $0) })
  }

  private init(pictures: [RecordID: URLPath]) { self.pictures = pictures }

  /// The first picture of a record; nil if it has none.
  func picture(of record: AnyRecord) -> URLPath? { record.id.flatMap { pictures[$0] } }
}
