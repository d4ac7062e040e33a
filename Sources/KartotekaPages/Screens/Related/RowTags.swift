import KartotekaHTML
import KartotekaModel
import KartotekaStore

/// The related records that rows show in their colours: tags, and those of other relationships between many and many whose records
/// have a colour.
struct RowTags: Sendable {
  // The most of a relationship that a row shows.
  private static let most = 6

  private let cells: ListCells?

  /// None.
  init() { cells = nil }

  /// The tags of records.
  init(_ records: [AnyRecord], of list: ListScreen, most: Int = Self.most, _ say: Localizer) async throws {
    let model = list.screens.description.model
    let shown = list.entity.manyToMany.filter { $0.isTags || model.entity(named: $0.target)?.colour != nil }
    guard !shown.isEmpty, !records.isEmpty else {
      cells = nil
      return
    }
    cells = try await ListCells(
      ListCells.fields(shown.map(\.name), of: list.entity, in: model), of: .of(records),
      in: list.screens.store, say, links: most + 1, titlesOf: nil)
    self.count = most
  }

  private var count = Self.most

  /// The tags of a record.
  func list(of record: AnyRecord) -> TagList {
    guard let cells else { return TagList() }
    var list = TagList()
    for index in cells.fields.indices {
      let links = cells.cell(index, of: record).links
      list.tags += links.prefix(count).map { TagList.Tag($0.title, $0.tone) }
      if links.count > count { list.isCut = true }
    }
    return list
  }
}

extension ListCells.Cell {
  /// Related records in their colours.
  /// - Parameter most: the number of them that are shown.
  func tags(_ most: Int) -> TagList {
    TagList(links.prefix(most).map { TagList.Tag($0.title, $0.tone) }, isCut: links.count > most)
  }
}
