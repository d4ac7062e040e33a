import KartotekaModel
import KartotekaStore

/// The sums and averages of a list in the last rows of its file, below their columns. An import leaves such rows out, which it
/// knows by their words and their numbers; it could not tell other figures from values.
struct ListTotals {
  /// The fewest records above them: below fewer, an import takes every row for a record.
  static let fewest = 3

  /// A row: its word, which is in the first column, and its values by the index of the column.
  struct Row {
    let label: String
    var values: [Int: (value: Value, attribute: AttributeDescription)] = [:]
  }

  private(set) var rows: [Row] = []

  /// - Parameters:
  ///   - columns: the paths of the file's columns.
  ///   - request: the request for the records of the file.
  init(
    _ figures: [ListFigure], columns: [String], of request: AnyFetchRequest, in store: Store, _ say: Localizer
  ) async throws {
    guard let entity = store.model.entity(named: request.entity) else { return }
    var found: [(figure: ListFigure, column: Int, attribute: AttributeDescription)] = []
    for figure in figures where figure.function == .sum || figure.function == .average {
      // The first column has the word.
      guard let column = columns.firstIndex(of: figure.field), column > 0,
        let subject = try? figure.subject(of: entity, in: store.model)
      else { continue }
      found.append((figure, column, subject.result(of: figure.function)))
    }
    guard !found.isEmpty else { return }
    var aggregate = AggregateRequest(over: request)
    aggregate.measures = found.map(\.figure.measure)
    let values: [Value]
    do { values = try await store.aggregates([aggregate])[0].first?.measures ?? [] } catch StoreError.tooLarge {
      return
    }
    for function in [AggregateFunction.sum, .average] {
      let word = say(function.words)
      var row = Row(label: word.prefix(1).uppercased() + word.dropFirst())
      for (figure, value) in zip(found, values) where figure.figure.function == function && !value.isNull {
        row.values[figure.column] = (value, figure.attribute)
      }
      if !row.values.isEmpty { rows.append(row) }
    }
  }
}
