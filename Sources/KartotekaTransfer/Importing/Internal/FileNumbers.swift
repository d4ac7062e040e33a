import KartotekaModel
import KartotekaStore

/// The numbers that a file has for its number series. They are its rows' own, and rows without one get later numbers.
struct FileNumbers: Sendable {
  /// The greatest numbers of each attribute, one for each text around the counter.
  private var greatest: [String: [NumberSeries.Frame: (number: Int64, text: String)]] = [:]
  /// The columns of number series without any text. They say nothing of their rows.
  private(set) var empty: Set<Int> = []

  /// No numbers.
  init() {}

  /// Reads a file with number series; other files are not read.
  /// - Parameter rows: opens the file's rows.
  init(of plan: FilePlan, _ rows: () throws -> any RowSource) throws {
    let fields = plan.entity.attributes.compactMap {
      attribute -> (position: Int, name: String, series: NumberSeries)? in
      guard let series = attribute.numbers, plan.columns.contains(where: { $0.target == .column(attribute.name) }),
        let position = plan.entity.position(of: attribute.name)
      else { return nil }
      return (position, attribute.name, series)
    }
    if fields.isEmpty { return }
    empty = Set(fields.map(\.position))
    let rows = try rows()
    var draft = RowDraft(plan.entity)
    var count = 0
    while rows.next(&draft) {
      count += 1
      if count.isMultiple(of: 4_096) { try Task.checkCancellation() }
      for (position, name, series) in fields {
        guard case .text(let text)? = draft.value(at: position) else { continue }
        empty.remove(position)
        guard draft.faults.isEmpty, let (frame, number) = series.read(text),
          number > greatest[name]?[frame]?.number ?? -1
        else { continue }
        greatest[name, default: [:]][frame] = (number, text)
      }
    }
  }

  /// Has the series go on behind them.
  func note(_ entity: EntityDescription, in transaction: Transaction) throws {
    for (name, frames) in greatest { try transaction.noteNumbers(frames.values.map(\.text), of: name, entity) }
  }
}
