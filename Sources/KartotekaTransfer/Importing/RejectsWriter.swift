import Foundation
import KartotekaModel

/// Writes rejected rows as a CSV file that can be corrected and imported again. Each row is unchanged, with the original's
/// columns and delimiter. Additional columns before them, whose names begin with an underscore, state the position and the
/// faults. An import ignores them and takes the entity from `_entity`.
struct RejectsWriter {
  private static let remarks = ["_entity", "_file", "_line", "_column", "_reason"]

  /// Whether a heading is that of a column beside a rejected row, or of a row that can't be split.
  static func isRemark(_ heading: String) -> Bool {
    remarks.contains(heading) || heading == RowContent.wholeHeading || heading == RecordMark.heading
  }

  /// A pass over the rows.
  enum Pass: CaseIterable {
    /// Collects the headings.
    case headings
    case rows
    /// Writes rows with an unclosed quote last, because they would consume the rows after them.
    case unclosed
  }

  private let entity: String
  private let dialect: CSVDialect?
  private let headers: [String]
  /// The number of additional columns in the original, if it was a file of rejected rows.
  private let known: Int
  private let say: Localizer
  private var csv: CSVWriter
  /// The names in JSON objects, in the order of their first occurrence.
  private var names: [String] = []
  private var seen = Set(Self.remarks)
  private var hasBroken = false
  private var hasUnclosed = false

  /// - Parameter result: the result of the file, with its columns.
  init(_ result: FileResult, to sink: any ByteSink, in say: Localizer) {
    entity = result.entity
    (dialect, headers) = (result.dialect, result.headers)
    known = headers.prefix { Self.remarks.contains($0) }.count
    self.say = say
    csv = CSVWriter(to: sink, dialect: dialect ?? CSVDialect())
  }

  /// Whether a pass is needed.
  func needs(_ pass: Pass) -> Bool { pass != .unclosed || hasUnclosed }

  /// Writes a row in a pass.
  mutating func write(_ reject: Reject, in pass: Pass) throws {
    switch pass {
    case .headings: look(at: reject)
    case .rows where dialect == nil: try writeObject(reject)
    case .rows: if !reject.isUnclosedQuote { try writeRecord(reject) }
    case .unclosed: if reject.isUnclosedQuote { try writeRecord(reject) }
    }
  }

  /// Ends a pass.
  mutating func end(_ pass: Pass) throws {
    switch pass {
    case .headings: try writeHeadings()
    case .rows: if !hasUnclosed { try csv.finish() }
    case .unclosed: try csv.finish()
    }
  }

  private mutating func look(at reject: Reject) {
    guard dialect == nil else {
      hasUnclosed = hasUnclosed || reject.isUnclosedQuote
      return
    }
    guard let object = Self.object(reject) else {
      hasBroken = true
      return
    }
    for (key, _) in object where seen.insert(key).inserted { names.append(key) }
  }

  private mutating func writeHeadings() throws {
    let own = dialect == nil ? names + (hasBroken ? ["_record"] : []) : Array(headers.dropFirst(known))
    for header in Self.remarks + own { csv.field(header) }
    try csv.endRecord()
  }

  private mutating func writeRemarks(_ reject: Reject) {
    csv.field(entity)
    csv.field(reject.file)
    csv.field(String(reject.line))
    csv.field(reject.faults.compactMap(\.column).joined(separator: ", "))
    csv.field(say(reject.reason))
  }

  // MARK: CSV

  private mutating func writeRecord(_ reject: Reject) throws {
    writeRemarks(reject)
    let raw = reject.raw.bytes
    csv.emptyField()
    try csv.rawRecord(known == 0 ? raw : UnsafeRawBufferPointer(rebasing: raw[start(ofField: known, in: raw)...]))
  }

  /// The offset of a field; the end if the row has fewer fields.
  private func start(ofField number: Int, in raw: UnsafeRawBufferPointer) -> Int {
    let delimiter = (dialect ?? CSVDialect()).delimiter.rawValue
    var left = number
    var isQuoted = false
    for (index, byte) in raw.enumerated() {
      if byte == CSVDialect.quote { isQuoted.toggle() }
      if byte == delimiter, !isQuoted { left -= 1 }
      if left == 0 { return index + 1 }
    }
    return raw.count
  }

  // MARK: JSON

  private static func object(_ reject: Reject) -> JSONObject? {
    if case .object(let object) = try? JSONParser.parse(reject.raw.bytes) { object } else { nil }
  }

  private mutating func writeObject(_ reject: Reject) throws {
    let object = Self.object(reject)
    writeRemarks(reject)
    for name in names { csv.field(object.flatMap { $0[name] }.flatMap(Self.text)) }
    if hasBroken { csv.field(object == nil ? reject.record : nil) }
    try csv.endRecord()
  }

  static func text(_ value: JSONValue) -> String? {
    switch value {
    case .null: return nil
    case .bool(let truth): return truth ? "true" : "false"
    case .number(let text), .string(let text): return text
    case .array(let items) where items.allSatisfy(isListed):
      return items.compactMap(text).joined(separator: ";")
    case .array, .object:
      // Coordinates are two numbers in one cell.
      if case .object(let place) = value, case .number(let latitude) = place["latitude"],
        case .number(let longitude) = place["longitude"]
      {
        return latitude + "," + longitude
      }
      var json = JSONWriter()
      json.value(value)
      return String(decoding: json.bytes, as: UTF8.self)
    }
  }

  /// Whether an item can be in a cell with other items of a list.
  private static func isListed(_ value: JSONValue) -> Bool {
    switch value {
    case .number: true
    case .string(let text): !text.contains(";")
    case .null, .bool, .array, .object: false
    }
  }
}

extension Reject {
  var isUnclosedQuote: Bool { faults.contains { $0.reason.key == ReadingError.Sentence.unclosedQuote.rawValue } }
}

extension FileResult {
  /// Writes the rejected rows as a CSV file that can be corrected and imported again.
  /// - Parameters:
  ///   - sink: receives the bytes.
  ///   - say: the language of the reasons.
  /// - Throws: errors of the sink.
  public func writeRejects(to sink: any ByteSink, in say: Localizer) throws {
    var writer = RejectsWriter(self, to: sink, in: say)
    for pass in RejectsWriter.Pass.allCases where writer.needs(pass) {
      for reject in rejects { try writer.write(reject, in: pass) }
      try writer.end(pass)
    }
  }
}

extension ImportReport {
  /// Writes the rejected rows of each file as a separate file, because their columns differ. If there are several, the names
  /// contain the file's name, such as `rejects-orders.csv`. An existing file is replaced when the new one is complete, even if
  /// it was just imported.
  /// - Returns: the paths of the written files; empty if there are no rejected rows.
  /// - Throws: ``WritingError``.
  @discardableResult
  public func writeRejects(path: String, in say: Localizer) throws -> [String] {
    let results = files.filter { !$0.rejects.isEmpty }
    var taken: Set<String> = []
    return try results.map { result in
      let place = results.count == 1 ? path : Self.path(path, for: result.file, &taken)
      let part = place + ".part-\(ProcessInfo.processInfo.processIdentifier)"
      do {
        let sink = try FileSink(path: part)
        try result.writeRejects(to: sink, in: say)
        try sink.close()
        guard rename(part, place) == 0 else {
          throw WritingError.cannotCreate(file: place, reason: String(cString: strerror(errno)))
        }
      } catch {
        unlink(part)
        throw error
      }
      return place
    }
  }

  private static func path(_ path: String, for file: String, _ taken: inout Set<String>) -> String {
    let url = URL(filePath: path)
    let stem = URL(filePath: file).deletingPathExtension().lastPathComponent
    let base = url.deletingPathExtension().path(percentEncoded: false) + "-" + stem
    let suffix = url.pathExtension.isEmpty ? "" : "." + url.pathExtension
    var number = 1
    while !taken.insert(base + (number > 1 ? "-\(number)" : "")).inserted { number += 1 }
    return base + (number > 1 ? "-\(number)" : "") + suffix
  }
}
