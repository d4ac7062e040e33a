import KartotekaModel

/// A rejected row with its faults.
public struct Reject: Sendable {
  /// A fault of the row.
  public struct Fault: Sendable, Hashable {
    /// The heading of the column, or the attribute's label if the file has no such column; nil for the row as a whole.
    public let column: String?
    /// The position of the file's column, from 1.
    public let number: Int?
    /// The shortened value.
    public let value: String?
    /// The explanation.
    public let reason: Phrase
    /// The unresolved references, if they are the fault.
    var missing: [UnresolvedReference] = []
  }

  /// The file's name.
  public let file: String
  /// The line in which the row begins, from 1.
  public let line: Int
  /// The faults, at least one.
  public let faults: [Fault]
  /// The raw row.
  let raw: RawRow
  /// The record's id, if the row has one.
  let id: RecordID?

  /// The references that the row waits for; empty if it has other faults.
  var missing: [UnresolvedReference] {
    faults.contains { $0.missing.isEmpty } ? [] : faults.flatMap(\.missing)
  }

  /// The raw row as text.
  public var record: String { String(decoding: raw.bytes, as: UTF8.self) }
}

extension Reject {
  /// A message: `orders.csv, line 428, ShippedDate: This has to be a date (1997-09-30 0)`.
  public var phrase: Phrase {
    Phrase(
      "{file}, line {line}: {reason}",
      ["file": .text(file), "line": .text(String(line)), "reason": .phrase(reason)])
  }

  /// All faults in one sentence.
  public var reason: Phrase { Phrase.list(faults.map(\.phrase)) ?? "This row can't be loaded" }
}

extension Reject.Fault {
  /// The column, the fault and the value.
  public var phrase: Phrase {
    guard let column else { return reason }
    guard let value, !value.isEmpty else {
      return Phrase("{field}: {reason}", ["field": .phrase(Phrase(column)), "reason": .phrase(reason)])
    }
    return Phrase(
      "{field}: {reason} ({value})",
      ["field": .phrase(Phrase(column)), "reason": .phrase(reason), "value": .text(value)])
  }
}

/// A range of a file's bytes, which keeps the file open.
struct RawRow: Sendable {
  private let text: TextSource
  private let range: Range<Int>

  /// - Parameter bytes: a range of the text's bytes.
  init(_ bytes: UnsafeRawBufferPointer, of text: TextSource) {
    self.text = text
    let start = bytes.baseAddress.map { $0 - text.start } ?? 0
    range = start..<start + bytes.count
  }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: text.bytes[range]) }
}

extension Phrase {
  /// Joins phrases by semicolons; nil for an empty list.
  static func list(_ phrases: [Phrase]) -> Phrase? {
    guard let first = phrases.first else { return nil }
    return phrases.dropFirst().reduce(first) { list, next in
      Phrase("{first}; {next}", ["first": .phrase(list), "next": .phrase(next)])
    }
  }
}
