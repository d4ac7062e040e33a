import KartotekaModel
import KartotekaStore

/// Rejected rows as a CSV file that can be corrected and imported again. ``Resolver/write(_:to:in:progress:)`` writes it.
package struct RejectedRowsFile: Sendable {
  /// The file's name, such as `rejects-orders.csv`.
  package let name: String
  /// The number of rows.
  package let count: Int
  fileprivate let request: RejectedRowsRequest
}

extension Resolver {
  private static let rowsAtOnce = 200

  /// The files of rejected rows. Rows with the same layout are in one file.
  /// - Throws: `StoreError` if the database can't be read, `CancellationError`.
  package func downloads(_ which: ReviewRequest) async throws -> [RejectedRowsFile] {
    var request = which.request(in: store.model)
    request.after = nil
    request.limit = Self.rowsAtOnce
    var taken: Set<String> = []
    return try await store.rejectedRowsKinds(request).map { kind in
      request.layout = kind.layout
      return RejectedRowsFile(name: Self.name(for: kind.file, &taken), count: kind.count, request: request)
    }
  }

  /// Writes a file of rows with their corrections. Rows are read in pages, several times if the headings depend on all rows.
  /// - Parameters:
  ///   - say: the language of the reasons.
  ///   - progress: called after each page; a sink in memory can be emptied then.
  /// - Throws: errors of the store, the sink and `progress`.
  package nonisolated(nonsending) func write(
    _ file: RejectedRowsFile, to sink: any ByteSink, in say: Localizer, progress: () async throws -> Void = {}
  ) async throws {
    var writer: RejectsWriter?
    for pass in RejectsWriter.Pass.allCases where writer?.needs(pass) ?? true {
      var request = file.request
      while true {
        let rows = try await store.rejectedRows(request).rows
        guard let last = rows.last else { break }
        if let result = try result(of: rows) {
          if writer == nil { writer = RejectsWriter(result, to: sink, in: say) }
          for reject in result.rejects { try writer?.write(reject, in: pass) }
        }
        try await progress()
        request.after = last.id
      }
      try writer?.end(pass)
    }
  }

  private static func name(for file: String, _ taken: inout Set<String>) -> String {
    let stem = file.split(separator: ".", omittingEmptySubsequences: false).dropLast().joined(separator: ".")
    let base = "rejects-" + (stem.isEmpty ? file : stem)
    var number = 1
    while !taken.insert(base + (number > 1 ? "-\(number)" : "")).inserted { number += 1 }
    return base + (number > 1 ? "-\(number)" : "") + ".csv"
  }

  /// The result of an import of rows with the same layout.
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
        file: row.file, line: row.line, faults: StoredFaults.faults(row.faults),
        raw: RawRow(UnsafeRawBufferPointer(rebasing: text.bytes[range]), of: text), id: nil)
    }
    return result
  }
}
