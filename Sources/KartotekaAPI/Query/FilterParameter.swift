import KartotekaHTTP
import KartotekaModel

/// A filter's name in the address: `filter[lastName]` or `filter[unitsInStock][lt]`.
struct FilterParameter {
  /// The most values that `in` takes.
  static let mostValues = 500

  private let parameter: String
  private let field: String
  private let operation: String

  /// Reads the name; nil when it is no filter's.
  init?(_ name: String) {
    guard name.hasPrefix("filter[") || name == "filter" else { return nil }
    parameter = name
    let parts = name.dropFirst("filter".count).split(separator: "]", omittingEmptySubsequences: false)
    let names = parts.dropLast().map { $0.dropFirst() }
    let isWhole = parts.last == "" && (1...2).contains(names.count) && parts.dropLast().allSatisfy { $0.hasPrefix("[") }
    field = isWhole ? String(names[0]) : ""
    operation = isWhole && names.count == 2 ? String(names[1]) : isWhole ? FilterOperator.eq.rawValue : ""
  }

  /// The condition that the filter stands for.
  /// - Throws: ``Problem`` that says what can be compared, and how.
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
