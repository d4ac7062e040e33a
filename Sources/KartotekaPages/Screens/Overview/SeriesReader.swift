import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// Reads the numbers of a series by month and by group.
struct SeriesReader: Sendable {
  let series: SeriesDescription
  let entity: EntityDescription
  let form: ExpressionForm
  /// The entity with the date: for lines of an order, the order.
  let dated: EntityDescription
  /// The name of the date attribute.
  let date: String
  private let store: Store

  /// Makes a reader; nil if the declaration is invalid.
  init?(_ series: SeriesDescription, _ store: Store) {
    guard let entity = store.model.entity(named: series.entity),
      let form = try? series.expression.form(of: entity, in: store.model).summed,
      let path = AttributePath(series.date, of: entity, in: store.model), let date = path.attribute
    else { return nil }
    (self.series, self.entity, self.form, self.store) = (series, entity, form, store)
    (dated, self.date) = (path.entity, date.name)
  }

  /// The latest month with data, up to the current one; nil if there is none.
  func latest() async throws -> Month? { try await latestDay().map { Month($0) } }

  /// The latest day with data, up to today; nil if there is none.
  func latestDay() async throws -> CalendarDate? {
    var request = AggregateRequest(dated.name)
    let hasBegun = FetchPredicate.day(date, .lte, 0)
    request.predicate = (series.subset?.predicate).map { hasBegun.and($0) } ?? hasBegun
    request.measures = [.greatest(.value(date))]
    guard case .text(let day)? = try await store.aggregates([request]).first?.first?.measures.first else { return nil }
    return CalendarDate(iso: day)
  }

  /// A number of a series.
  struct Point {
    /// The value.
    let number: Int64
    /// The number of dated records.
    let records: Int
  }

  /// The last months in ascending order; months without data are zero.
  func months(_ count: Int, to last: Month) async throws -> [(month: Month, point: Point)] {
    let first = last.adding(1 - count)
    let request = request([.month(series.date)], first, last)
    let rows = try await store.aggregates([request]).first ?? []
    let points = rows.compactMap { row -> (Month, Point)? in
      guard case .text(let text)? = row.groups.first, let month = Month(text) else { return nil }
      return (month, Self.point(row))
    }
    let known = Dictionary(points, uniquingKeysWith: { first, _ in first })
    return (0..<count).map { index in
      let month = first.adding(index)
      return (month, known[month] ?? Point(number: 0, records: 0))
    }
  }

  /// The values by group, the greatest first.
  func ranking(
    _ name: String, most: Int, _ months: Int, to last: Month
  ) async throws -> [(value: Value, point: Point)] {
    var request = request([.value(name)], last.adding(1 - months), last)
    request.order = [.measure(0, ascending: false)]
    request.limit = most
    let rows = try await store.aggregates([request]).first ?? []
    return rows.map { ($0.groups.first ?? .null, Self.point($0)) }
  }

  private func request(_ groups: [AggregateGroup], _ first: Month, _ last: Month) -> AggregateRequest {
    var request = AggregateRequest(series.entity)
    request.groups = groups
    let steps = series.date.split(separator: ".").dropLast()
    let condition = (series.subset?.predicate).map { condition in
      steps.reversed().reduce(condition) { .leads(String($1), $0) }
    }
    let isInMonths = FetchPredicate.day(of: series.date, from: first, through: last)
    request.predicate = condition.map { isInMonths.and($0) } ?? isInMonths
    request.measures = [.sum(series.expression), steps.isEmpty ? .count : .different(steps.joined(separator: "."))]
    return request
  }

  private static func point(_ row: AggregateRow) -> Point {
    func integer(_ index: Int) -> Int64 { if case .integer(let integer) = row.measures[index] { integer } else { 0 } }
    return Point(number: integer(0), records: Int(integer(1)))
  }
}
