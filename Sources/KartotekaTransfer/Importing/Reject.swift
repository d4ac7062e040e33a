import KartotekaModel

/// A row that could not be loaded, and why.
public struct Reject: Sendable {
  /// Something wrong with the row.
  public struct Fault: Sendable, Hashable {
    /// The heading of the column at fault; the attribute's label where the file has no such column; nil when it
    /// is the row as a whole.
    public let column: String?
    /// Which column of the file that is, the first being 1.
    public let number: Int?
    /// What stands there, shortened.
    public let value: String?
    /// What is wrong, for the person.
    public let reason: Phrase
    /// The references that lead nowhere, where that is what is wrong.
    var missing: [UnresolvedReference] = []
  }

  /// The file's name.
  public let file: String
  /// The line in which the row begins, the first being 1.
  public let line: Int
  /// What is wrong with it, at least one thing.
  public let faults: [Fault]
  /// The row as it stands in the file.
  let raw: RawRow
  /// The record's number, where the row gives one.
  let id: RecordID?

  /// The references that it waits for; none where something else is wrong with it, too.
  var missing: [UnresolvedReference] {
    faults.contains { $0.missing.isEmpty } ? [] : faults.flatMap(\.missing)
  }

  /// The row as it stands in the file.
  public var record: String { String(decoding: raw.bytes, as: UTF8.self) }
}

extension Reject {
  /// The line that tells a person of it: `orders.csv, line 428, ShippedDate: This has to be a date (1997-09-30 0)`.
  public var phrase: Phrase {
    Phrase(
      "{file}, line {line}: {reason}",
      ["file": .text(file), "line": .text(String(line)), "reason": .phrase(reason)])
  }

  /// What is wrong with the row, all of it in one sentence.
  public var reason: Phrase { Phrase.list(faults.map(\.phrase)) ?? "This row can't be loaded" }
}

extension Reject.Fault {
  /// The column, what is wrong with it, and what stands there.
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

/// A part of a file that stays where it is as long as somebody knows of it.
struct RawRow: Sendable {
  private let text: TextSource
  private let range: Range<Int>

  /// - Parameter bytes: a part of the text's bytes.
  init(_ bytes: UnsafeRawBufferPointer, of text: TextSource) {
    self.text = text
    let start = bytes.baseAddress.map { $0 - text.start } ?? 0
    range = start..<start + bytes.count
  }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: text.bytes[range]) }
}

extension Phrase {
  /// Several phrases as one, a semicolon between; nil for none.
  static func list(_ phrases: [Phrase]) -> Phrase? {
    guard let first = phrases.first else { return nil }
    return phrases.dropFirst().reduce(first) { list, next in
      Phrase("{first}; {next}", ["first": .phrase(list), "next": .phrase(next)])
    }
  }
}
