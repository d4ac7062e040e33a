import KartotekaHTML
import KartotekaModel
import KartotekaStore

/// The figures of a list's columns, of all records that it shows.
struct ListFigures: Sendable {
  /// The figures of one group, or of all records.
  private struct Row {
    let groups: [Value]
    /// The results; nil for one that does not fit in 64 bits.
    var measures: [Value?]
  }

  let shaping: ListShaping

  /// The line below the list; nil for none.
  /// - Parameter fetch: the request for the records.
  func line(_ request: ScreenRequest, _ fetch: AnyFetchRequest) async throws -> FigureLine? {
    let figures = known(request)
    guard !figures.isEmpty else { return nil }
    var aggregate = AggregateRequest(over: fetch)
    aggregate.measures = figures.map(\.figure.measure)
    guard let row = try await rows(aggregate).first else { return nil }
    let fields = shaping.fields(request.say)
    return FigureLine(
      zip(figures, row.measures).map { figure, value in
        FigureLine.Figure(
          title: Self.title(figure.figure, fields), value: Self.text(value, figure, request.say),
          href: shaping.figures(request, of: figure.figure.field))
      }, choosing: shaping.figures(request))
  }

  /// The number of records and the figures of each group, by the group's value.
  /// - Parameter values: the only values of interest, in the order of the records, by which the cache knows them; nil for all.
  func notes(
    of group: ListGroup, among values: [Value]?, _ request: ScreenRequest, _ fetch: AnyFetchRequest
  ) async throws -> [Value: String] {
    let figures = known(request)
    var aggregate = AggregateRequest(over: fetch)
    if let values {
      let among = FetchPredicate.compare(group.field, .in, values)
      aggregate.predicate = aggregate.predicate?.and(among) ?? among
    }
    aggregate.groups = [group.aggregate]
    aggregate.measures = [.count] + figures.map(\.figure.measure)
    let (fields, say) = (shaping.fields(request.say), request.say)
    var notes: [Value: String] = [:]
    for row in try await rows(aggregate) {
      guard case .integer(let count)?? = row.measures.first, let value = row.groups.first else { continue }
      let texts = zip(figures, row.measures.dropFirst()).map { figure, value in
        Self.title(figure.figure, fields) + " " + Self.text(value, figure, say)
      }
      notes[value] = ([say.counted(Int(count), shaping.entity.nouns)] + texts).joined(separator: " · ")
    }
    return notes
  }

  private func known(_ request: ScreenRequest) -> [(figure: ListFigure, result: AttributeDescription)] {
    request.shape.figures.compactMap { figure in
      guard let subject = try? figure.subject(of: shaping.entity, in: shaping.model) else { return nil }
      return (figure, subject.result(of: figure.function))
    }
  }

  private func rows(_ request: AggregateRequest) async throws -> [Row] {
    func read(_ measures: [AggregateMeasure]) async throws -> [AggregateRow]? {
      var request = request
      request.measures = measures
      do { return try await shaping.screens.store.aggregates([request])[0] } catch let error as StoreError {
        guard case .tooLarge = error else { throw error }
        return nil
      }
    }
    if let rows = try await read(request.measures) { return rows.map { Row(groups: $0.groups, measures: $0.measures) } }
    // A figure that is too large leaves the others as they are.
    var rows = try await read([.count])?.map { Row(groups: $0.groups, measures: []) } ?? []
    for measure in request.measures {
      let found = try await read([measure])
      // Records may have changed meanwhile.
      let isSame = found?.map(\.groups) == rows.map(\.groups)
      for index in rows.indices { rows[index].measures.append(isSame ? found?[index].measures.first : nil) }
    }
    return rows
  }

  // MARK: Words

  /// "Total: sum".
  private static func title(_ figure: ListFigure, _ fields: ShapeFields) -> String {
    (fields.field(figure.field)?.label ?? figure.field) + ": " + fields.say(figure.function.words)
  }

  private static func text(
    _ value: Value?, _ figure: (figure: ListFigure, result: AttributeDescription), _ say: Localizer
  ) -> String {
    guard let value else { return say("too large") }
    return value.isNull ? "–" : figure.result.behavior.brief(value, for: figure.result, in: say)
  }
}
