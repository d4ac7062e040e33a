/// A request for counts and aggregates of expressions over the records of an entity, optionally in groups.
///
/// ```swift
/// var request = AggregateRequest("orderDetail")
/// request.groups = [.month("order.orderDate")]
/// request.measures = [.sum(amount.expression), .count]
/// ```
public struct AggregateRequest: Hashable, Sendable, Codable {
  /// The entity's name.
  public let entity: String
  /// The condition; nil for all records.
  public var predicate: FetchPredicate?
  /// The text to search for in the searched attributes; nil for none.
  package var search: String?
  /// The id that the search text is, as in ``AnyFetchRequest/number``.
  package var number: RecordID?
  /// The grouping; empty for one row over all records.
  public var groups: [AggregateGroup] = []
  /// The measures of each group.
  public var measures: [AggregateMeasure] = [.count]
  /// The order of the rows; by the groups' values if empty.
  public var order: [AggregateOrder] = []
  /// The maximum number of rows; nil for all.
  public var limit: Int?

  /// A request over all records of an entity.
  public init(_ entity: String) { self.entity = entity }

  /// A request over the records that a fetch request finds, on all its pages.
  package init(over fetch: AnyFetchRequest) {
    entity = fetch.entity
    (predicate, search, number) = (fetch.predicate, fetch.search.isEmpty ? nil : fetch.search, fetch.number)
  }
}

/// A grouping by an attribute, a to-one relationship or a computed value, by its name or as `product.category` of a related
/// record. Moments are grouped by their days in the time zone of the request.
public enum AggregateGroup: Hashable, Sendable, Codable {
  /// The value, or the related record's id for a to-one relationship.
  case value(String)
  /// The day of a date or moment, as text: `1998-04-06`.
  case day(String)
  /// The ISO 8601 week of a date or moment, as text: `1998-W15`.
  case week(String)
  /// The month of a date or moment, as text: `1998-04`.
  case month(String)
  /// The quarter of a date or moment, as text: `1998-Q2`.
  case quarter(String)
  /// The year of a date or moment, as text: `1998`.
  case year(String)

  /// The name of the attribute or relationship.
  public var name: String {
    switch self {
    case .value(let name), .day(let name), .week(let name), .month(let name), .quarter(let name), .year(let name): name
    }
  }

  /// The unit of days; nil for other values.
  package var unit: DayUnit? {
    switch self {
    case .value: nil
    case .day: .day
    case .week: .week
    case .month: .month
    case .quarter: .quarter
    case .year: .year
    }
  }

  /// A grouping by a unit of days, or by values.
  package init(_ name: String, by unit: DayUnit?) {
    self =
      switch unit {
      case nil: .value(name)
      case .day: .day(name)
      case .week: .week(name)
      case .month: .month(name)
      case .quarter: .quarter(name)
      case .year: .year(name)
      }
  }
}

/// A measure of a group. Records for which an expression has no result are ignored.
public enum AggregateMeasure: Hashable, Sendable, Codable {
  /// The number of records.
  case count
  /// The number of distinct values of an attribute or a to-one relationship.
  case different(String)
  /// A function of the values of a field: an attribute, a to-one relationship or a computed value, also of a related record.
  case of(AggregateFunction, String)
  /// The sum of an expression; zero for none.
  case sum(FetchExpression)
  /// The average, rounded to the expression's scale; null for no records.
  case average(FetchExpression)
  /// The minimum; also of dates, as `.value`. Null for no records.
  case least(FetchExpression)
  /// The maximum; also of dates, as `.value`. Null for no records.
  case greatest(FetchExpression)
}

/// A sort criterion of the rows.
public enum AggregateOrder: Hashable, Sendable, Codable {
  /// The group at that index of the request.
  case group(Int, ascending: Bool)
  /// The measure at that index of the request.
  case measure(Int, ascending: Bool)
}

/// The result of one group.
public struct AggregateRow: Hashable, Sendable {
  /// The group's values, in the request's order.
  public let groups: [Value]
  /// The measures, in the request's order.
  public let measures: [Value]

  /// A row.
  public init(groups: [Value], measures: [Value]) {
    self.groups = groups
    self.measures = measures
  }
}
