import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The table of related records in a document: a row for each, and the sums of amounts of money.
struct DocumentTable: Sendable {
  private let table: DocumentDescription.Table
  private let list: ListScreen

  /// The most rows: some fifty pages.
  private static let most = 2_000

  init(_ table: DocumentDescription.Table, _ list: ListScreen) { (self.table, self.list) = (table, list) }

  /// Adds columns, rows and sums to a document.
  func add(to printed: inout PrintedDocument, of record: AnyRecord, _ say: Localizer) async throws {
    let screens = list.screens
    let model = screens.description.model
    guard let relationship = list.entity.relationship(table.relationship),
      let target = model.entity(named: relationship.target)
    else { return }
    let fields = ListCells.fields(table.columns, of: target, in: model)
    printed.columns = fields.map { Self.heading($0.subject, say) }
    var request = AnyFetchRequest(target.name)
    request.predicate = .all([
      .isRelated(list.entity.name, relationship.name, record.id ?? 0), table.predicate,
    ])
    request.sort = RelatedRecords(screens, of: target, of: relationship.inverse).sort
    request.collation = Collation(say.language)
    request.sortAsShown(in: model, say)
    (request.readsBlobs, request.limit) = (false, AnyFetchRequest.limits.most)
    var sums = fields.map { Sum($0.subject) }
    while true {
      let page = try await screens.store.fetch(request)
      let cells = try await ListCells(fields, of: page, in: screens.store, say, links: 1)
      for related in page.records.prefix(Self.most - printed.rows.count) {
        let texts = fields.indices.map { index in
          let cell = cells.cell(index, of: related)
          sums[index].add(cell.value)
          return Self.text(cell, fields[index].subject, say)
        }
        printed.rows.append(.init(title: texts.first ?? "", detail: "", cells: Array(texts.dropFirst())))
      }
      guard let next = page.next, printed.rows.count < Self.most else {
        if let total = page.total, total > printed.rows.count {
          let words = say("The first {count} of {all}", ["count": .count(printed.rows.count), "all": .count(total)])
          printed.rows.append(.init(title: words, detail: "", cells: fields.dropFirst().map { _ in "" }))
          // A sum of some of them is none.
          return
        }
        break
      }
      request.position = .after(next)
    }
    let totals = sums.compactMap { sum in sum.text(say).map { (sum.label, $0) } }
    printed.sums = totals.map { label, amount in
      SumRow(label: totals.count == 1 ? say("Total") : say(label), amount: amount, isTotal: true)
    }
  }

  private static func heading(_ subject: FilterSubject, _ say: Localizer) -> String {
    switch subject {
    case .attribute(let attribute), .computed(let attribute): say(attribute.label)
    case .toOne(let relationship), .many(let relationship): say(relationship.label)
    case .state: say("State")
    case .id: say("No.")
    }
  }

  private static func text(_ cell: ListCells.Cell, _ subject: FilterSubject, _ say: Localizer) -> String {
    switch subject {
    case .attribute(let attribute), .computed(let attribute):
      cell.value.isNull ? "" : attribute.behavior.display(cell.value, for: attribute, in: say)
    case .toOne: cell.title ?? ""
    case .state: cell.state.map { say($0.label) } ?? ""
    case .id, .many: ""
    }
  }

  /// The sum of a column with amounts of money; of another one there is none.
  private struct Sum {
    private let attribute: AttributeDescription?
    private var total: Int64? = 0

    init(_ subject: FilterSubject) {
      switch subject {
      case .attribute(let attribute), .computed(let attribute):
        self.attribute = attribute.currency == nil ? nil : attribute
      case .id, .toOne, .state, .many: attribute = nil
      }
    }

    var label: String { attribute?.label ?? "" }

    mutating func add(_ value: Value) {
      guard case .integer(let number) = value, let known = total else { return }
      let (sum, isTooLarge) = known.addingReportingOverflow(number)
      total = isTooLarge ? nil : sum
    }

    func text(_ say: Localizer) -> String? {
      guard let attribute, let total else { return nil }
      return attribute.behavior.display(.integer(total), for: attribute, in: say)
    }
  }
}
