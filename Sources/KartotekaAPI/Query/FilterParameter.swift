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
    // Columns of opened files may have brackets in their names.
    let inner = name.hasSuffix("]") ? name.dropFirst("filter[".count).dropLast() : ""
    let mark = inner.ranges(of: "][").last
    field = String(inner[..<(mark?.lowerBound ?? inner.endIndex)])
    operation = mark.map { String(inner[$0.upperBound...]) } ?? ListOperator.eq.rawValue
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
