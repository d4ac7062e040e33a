import KartotekaModel

/// The numbers of records in their order, as series of successive ones.
struct RecordSeries: Sendable {
  /// Beyond them, records with gaps would take more room in the report than they are worth.
  private static let most = 10_000

  private var all: [[RecordID]] = []
  private var isCut = false

  mutating func add(_ id: RecordID) {
    if let last = all.last, last[1].addingReportingOverflow(1) == (id, false) {
      all[all.count - 1][1] = id
    } else if all.count < Self.most {
      all.append([id, id])
    } else {
      isCut = true
    }
  }

  /// The first and last number of each series; nil where not all are known.
  var ranges: [[RecordID]]? { isCut || all.isEmpty ? nil : all }
}
