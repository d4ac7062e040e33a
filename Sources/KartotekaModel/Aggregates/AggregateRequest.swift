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
}

/// A grouping by an attribute or a to-one relationship, by its name or as `product.category` of a related record.
public enum AggregateGroup: Hashable, Sendable, Codable {
  /// The value, or the related record's id for a to-one relationship.
  case value(String)
  /// The month of a date or moment, as text: `1998-04`.
  case month(String)
  /// The year of a date or moment, as text: `1998`.
  case year(String)

  /// The name of the attribute or relationship.
  public var name: String {
    switch self {
    case .value(let name), .month(let name), .year(let name): name
    }
  }
}

/// A measure of a group. Records for which an expression has no result are ignored.
public enum AggregateMeasure: Hashable, Sendable, Codable {
  /// The number of records.
  case count
  /// The number of distinct values of an attribute or a to-one relationship.
  case different(String)
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
