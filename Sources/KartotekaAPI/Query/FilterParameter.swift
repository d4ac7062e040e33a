import KartotekaHTTP
import KartotekaModel

/// The name of a filter parameter: `filter[lastName]` or `filter[unitsInStock][lt]`.
struct FilterParameter {
  /// The maximum number of values of `in`.
  static let mostValues = 500

  private let parameter: String
  private let field: String
  private let operation: String

  /// Parses a parameter's name; nil if it is not a filter.
  init?(_ name: String) {
    guard name.hasPrefix("filter[") || name == "filter" else { return nil }
    parameter = name
    let parts = name.dropFirst("filter".count).split(separator: "]", omittingEmptySubsequences: false)
    let names = parts.dropLast().map { $0.dropFirst() }
    let isWhole = parts.last == "" && (1...2).contains(names.count) && parts.dropLast().allSatisfy { $0.hasPrefix("[") }
    field = isWhole ? String(names[0]) : ""
    operation = isWhole && names.count == 2 ? String(names[1]) : isWhole ? FilterOperator.eq.rawValue : ""
  }

  /// The condition of the filter.
  /// - Throws: ``Problem`` with the known fields or operators.
  func predicate(
    _ text: String, of entity: EntityDescription, in model: ModelDescription
  ) throws(Problem) -> FetchPredicate {
    let path = try FieldPath(field, of: entity, in: model, for: parameter)
    guard let subject = FilterSubject(path.name, of: path.entity) else {
      throw .notAmong(field, path.names(FilterSubject.names(of: path.entity)), for: parameter)
    }
    guard let filter = FilterOperator(rawValue: operation), subject.operators.contains(filter) else {
      throw .notAmong(operation, subject.operators.map(\.rawValue), for: parameter)
    }
    do {
      let predicate = try subject.predicate(filter, text)
      return path.lifted(predicate, holdsForNone: try subject.holdsForNone(filter, text))
    } catch {
      switch error {
      case .value(let fault): throw .parameter(parameter, fault.phrase)
      case .name(let name, let known): throw .notAmong(name, known, for: parameter)
      }
    }
  }
}
