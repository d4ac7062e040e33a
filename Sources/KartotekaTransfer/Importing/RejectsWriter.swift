import Foundation
import KartotekaModel

/// Writes the rows that could not be loaded as a CSV file that can be mended and imported again: each row as it
/// was, in the original's columns and with its delimiter, and before them some that say where it was and what is
/// wrong. Those begin with an underscore; an import leaves them out, and knows the entity by `_entity`.
struct RejectsWriter {
  private static let remarks = ["_entity", "_file", "_line", "_column", "_reason"]

  /// The rows are shown to it once for each pass that it needs.
  enum Pass: CaseIterable {
    /// Finds out what the headings are.
    case headings
    case rows
    /// Rows with a quote that is never closed, which would take all rows after them along.
    case unclosed
  }

  private let entity: String
  private let dialect: CSVDialect?
  private let headers: [String]
  /// How many of the original's columns are remarks: those of a file of rejects that was imported again.
  private let known: Int
  private let say: Localizer
  private var csv: CSVWriter
  /// The names in objects of JSON, in the order in which they come.
  private var names: [String] = []
  private var seen = Set(Self.remarks)
  private var hasBroken = false
  private var hasUnclosed = false

  /// - Parameter result: of the file, for what its columns are.
  init(_ result: FileResult, to sink: any ByteSink, in say: Localizer) {
    entity = result.entity
    (dialect, headers) = (result.dialect, result.headers)
    known = headers.prefix { Self.remarks.contains($0) }.count
    self.say = say
    csv = CSVWriter(to: sink, dialect: dialect ?? CSVDialect())
  }

  /// Whether rows have to be shown in a pass.
  func needs(_ pass: Pass) -> Bool { pass != .unclosed || hasUnclosed }

  /// Shows a row.
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

  /// Where a field begins; the end where there are fewer.
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
      // A place on Earth is two numbers in a cell.
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

  /// Whether an item of a list of related records can stand in a cell with others.
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
  /// Writes the rows that could not be loaded as a CSV file that can be mended and imported again.
  /// - Parameter say: the person's language, in which reasons are written.
  /// - Throws: what the sink throws.
  public func writeRejects(to sink: any ByteSink, in say: Localizer) throws {
    var writer = RejectsWriter(self, to: sink, in: say)
    for pass in RejectsWriter.Pass.allCases where writer.needs(pass) {
      for reject in rejects { try writer.write(reject, in: pass) }
      try writer.end(pass)
    }
  }
}

extension ImportReport {
  /// Writes the rows that could not be loaded, those of each file as a file of its own, since their columns differ:
  /// when there are several, the file's name is put in, `rejects-orders.csv`. A file that is there is replaced
  /// when the new one is whole, also when it is one that was just imported.
  /// - Returns: the paths of the files written; none when there are no rejects.
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
