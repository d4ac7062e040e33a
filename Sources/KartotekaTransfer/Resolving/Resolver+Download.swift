import KartotekaModel
import KartotekaStore

/// Rows that could not be loaded, as a CSV file that can be mended and imported again.
public struct RejectedRowsFile: Sendable {
  /// What it is called: `rejects-orders.csv`.
  public let name: String
  /// Its content.
  public let bytes: [UInt8]

  /// Its content, as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension Resolver {
  /// The rows that could not be loaded, with what was corrected of them: those of files that look the same in one file
  /// of rejects, since others have other columns.
  /// - Parameter say: the person's language, in which reasons are written.
  public func downloads(_ which: ReviewRequest, in say: Localizer) async throws -> [RejectedRowsFile] {
    var request = which.request(in: store.model)
    request.after = nil
    request.limit = .max
    let rows = try await store.rejectedRows(request).rows
    var taken: Set<String> = []
    let kinds = Dictionary(grouping: rows) { [$0.entity, $0.layout] }.values
    return try kinds.sorted { ($0.first?.id ?? 0) < ($1.first?.id ?? 0) }.compactMap { rows in
      guard let result = try result(of: rows) else { return nil }
      let sink = MemorySink()
      try result.writeRejects(to: sink, in: say)
      return RejectedRowsFile(name: Self.name(for: result.file, &taken), bytes: sink.bytes)
    }
  }

  private static func name(for file: String, _ taken: inout Set<String>) -> String {
    let stem = file.split(separator: ".", omittingEmptySubsequences: false).dropLast().joined(separator: ".")
    let base = "rejects-" + (stem.isEmpty ? file : stem)
    var number = 1
    while !taken.insert(base + (number > 1 ? "-\(number)" : "")).inserted { number += 1 }
    return base + (number > 1 ? "-\(number)" : "") + ".csv"
  }

  /// What an import would have said of rows of files that look the same.
  private func result(of rows: [RejectedRow]) throws -> FileResult? {
    guard let first = rows.first, let entity = store.model.entity(named: first.entity),
      let layout = RowLayout(text: first.layout)
    else { return nil }
    var bytes: [UInt8] = []
    var ranges: [Range<Int>] = []
    for row in rows {
      let start = bytes.count
      bytes += (row.corrected ?? row.raw).utf8
      ranges.append(start..<bytes.count)
      bytes.append(UInt8(ascii: "\n"))
    }
    let text = try TextSource(ByteSource(bytes, name: first.file))
    let plan = FilePlan(
      name: first.file, format: layout.dialect == nil ? .json : .csv, dialect: layout.dialect, entity: entity,
      columns: layout.matches, text: text)
    var result = FileResult(plan)
    result.rejects = zip(rows, ranges).map { row, range in
      Reject(
        file: row.file, line: row.line, faults: FaultText.faults(row.faults),
        raw: RawRow(UnsafeRawBufferPointer(rebasing: text.bytes[range]), of: text), id: nil)
    }
    return result
  }
}
