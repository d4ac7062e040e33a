import KartotekaModel

/// One page of the records that a fetch request asks for.
public struct FetchPage: Sendable {
  /// The records, in the request's order.
  public var records: [AnyRecord]
  /// The number of all matching records; nil if the request did not want it.
  public var total: Int?
  /// The cursor of the next page; nil on the last page.
  public var next: FetchCursor?
  /// The cursor of the page before; nil on the first page.
  package var previous: FetchCursor?
  /// Whether more records are found than the page has, where it has any of them in no order and so no cursors.
  package var hasMoreInAnyOrder = false
  /// The corrected search text, if the request's text finds nothing; nil otherwise.
  package var correctedSearch: String?
  /// Whether no slip was looked for, since a search index is incomplete.
  var lacksCorrection = false
  /// The records of a request that ranks matches whose leading sort attribute has none of the words.
  package var foundElsewhere: Set<RecordID> = []
  /// The computed values of each record, by id; empty unless the request wants them.
  public var computed: [RecordID: ComputedValues] = [:]
  /// The computed values that the request names (`AnyFetchRequest.computes`): by the relationships that lead to their records
  /// (empty for the page's own), by id, and by name.
  var named: [String: [RecordID: [String: Value]]] = [:]
  /// The records that included to-one relationships lead to: by relationship, such as `copy` and `copy.score`, then by id.
  package var included: [String: [RecordID: AnyRecord]] = [:]
  /// The included records of to-many and many-to-many relationships: by relationship, then by the id of the page's record.
  package var includedLists: [String: [RecordID: IncludedRecords]] = [:]
}

extension FetchPage {
  /// The records with what was fetched with them.
  func typed<E: Entity>() -> [Record<E>] {
    let fetched = Fetched(included: included, computed: named)
    return records.map { Record($0, fetched: fetched) }
  }

  /// A page of records that are read already.
  package static func of(_ records: [AnyRecord]) -> FetchPage { FetchPage(records: records) }
}

/// The records that a to-many or many-to-many relationship of one record leads to, as a fetch request includes them.
package struct IncludedRecords: Sendable {
  /// The most records that are included for one record.
  package static let limit = 100
  /// The most records that one relationship includes for all records of a page together.
  package static let pageLimit = 10_000

  /// The most records that are included for each record of a page of so many: fewer than ``limit`` on pages of more than
  /// 100 records, at least one.
  static func limit(onPageOf count: Int) -> Int { max(1, min(limit, pageLimit / max(1, count))) }

  /// The first records, in ascending order of their ids.
  package let records: [AnyRecord]
  /// The number of records that the relationship leads to.
  package let total: Int
}
