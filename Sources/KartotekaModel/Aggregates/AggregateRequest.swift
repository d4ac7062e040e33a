/// Numbers about many records of one entity: how many there are, what an expression comes to over all of them, in
/// groups or together.
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
  /// What the records are grouped by; none makes one row of all of them.
  public var groups: [AggregateGroup] = []
  /// What is worked out for each group.
  public var measures: [AggregateMeasure] = [.count]
  /// The order of the rows; by the groups' values where nothing else is said.
  public var order: [AggregateOrder] = []
  /// The most rows; nil for all.
  public var limit: Int?

  /// How many records of an entity there are.
  public init(_ entity: String) { self.entity = entity }
}

/// What records are grouped by: an attribute or a to-one relationship, by its name or as `product.category` of a
/// related record.
public enum AggregateGroup: Hashable, Sendable, Codable {
  /// Its value; of a to-one relationship the related record's id.
  case value(String)
  /// The month of a date or moment, as text: `1998-04`.
  case month(String)
  /// The year of a date or moment, as text: `1998`.
  case year(String)

  /// What is grouped by.
  public var name: String {
    switch self {
    case .value(let name), .month(let name), .year(let name): name
    }
  }
}

/// A number about a group of records. Records for which an expression has no result don't count.
public enum AggregateMeasure: Hashable, Sendable, Codable {
  /// How many records there are.
  case count
  /// How many different values an attribute or a to-one relationship has among them.
  case different(String)
  /// The sum of an expression; zero for none.
  case sum(FetchExpression)
  /// The sum divided by their number, rounded as the expression's form says; null for none.
  case average(FetchExpression)
  /// The least; also of dates, as `.value`. Null for none.
  case least(FetchExpression)
  /// The greatest; also of dates, as `.value`. Null for none.
  case greatest(FetchExpression)
}

/// What the rows are sorted by.
public enum AggregateOrder: Hashable, Sendable, Codable {
  /// The group of that place in the request.
  case group(Int, ascending: Bool)
  /// The measure of that place in the request.
  case measure(Int, ascending: Bool)
}

/// What came of one group.
public struct AggregateRow: Hashable, Sendable {
  /// The values that the group has in common, in the request's order.
  public let groups: [Value]
  /// The numbers, in the request's order.
  public let measures: [Value]

  /// A row.
  public init(groups: [Value], measures: [Value]) {
    self.groups = groups
    self.measures = measures
  }
}
