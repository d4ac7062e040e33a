import KartotekaHTTP
import KartotekaModel

/// The name of a filter parameter: `filter[lastName]` or `filter[unitsInStock][lt]`.
struct FilterParameter {
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
    operation = isWhole && names.count == 2 ? String(names[1]) : isWhole ? ListOperator.eq.rawValue : ""
  }

  /// The condition of the filter.
  /// - Throws: ``Problem`` with the known fields or operators.
  func predicate(
    _ text: String, of entity: EntityDescription, in model: ModelDescription
  ) throws(Problem) -> FetchPredicate {
    guard let filter = ListOperator(rawValue: operation) else {
      throw .notAmong(operation, ListOperator.allCases.map(\.rawValue), for: parameter)
    }
    let values =
      filter.hasSeveralValues ? text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) : [text]
    do throws(ListFault) {
      return try ListCondition(field, filter, values).predicate(of: entity, in: model)
    } catch { throw Problem(error, for: parameter) }
  }
}

extension Problem {
  /// The problem of a filter or sort order that can't be used.
  init(_ fault: ListFault, for parameter: String) {
    switch fault {
    case .unknown(let name, let known): self = .notAmong(name, known, for: parameter)
    case .text(let phrase): self = .parameter(parameter, phrase)
    }
  }
}
