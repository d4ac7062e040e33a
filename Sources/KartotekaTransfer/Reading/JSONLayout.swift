import KartotekaModel

/// The layout of records in a JSON file.
struct JSONLayout: Equatable {
  enum Kind: Equatable {
    /// One object per line.
    case lines
    /// Consecutive objects, each over several lines.
    case sequence
    /// An array that begins at ``JSONLayout/start``.
    case array
  }

  let kind: Kind
  /// The start of the records: the bracket of an array.
  var start = 0
  /// The name of the property with the array.
  var listName: String?

  init(of text: TextSource) throws(ReadingError) {
    let bytes = text.bytes
    let start = JSONStructure.skipSpace(in: bytes, from: 0)
    guard start < bytes.count else {
      self.init(kind: .lines)
      return
    }
    switch bytes[start] {
    case UInt8(ascii: "["): self.init(kind: .array, start: start)
    case UInt8(ascii: "{"):
      let name = text.name?.lowercased() ?? ""
      let isNamedAsLines = name.hasSuffix(".ndjson") || name.hasSuffix(".jsonl")
      self = isNamedAsLines ? JSONLayout(kind: .lines) : try Self.ofObject(at: start, in: text)
    default:
      let line = LineBreaks.next(in: bytes, from: start).begin
      let found = Self.excerpt(UnsafeRawBufferPointer(rebasing: bytes[start..<line]))
      throw .noList(file: text.name, found: found)
    }
  }

  private init(kind: Kind, start: Int = 0, listName: String? = nil) {
    self.kind = kind
    self.start = start
    self.listName = listName
  }

  private static func ofObject(at start: Int, in text: TextSource) throws(ReadingError) -> JSONLayout {
    let bytes = text.bytes
    let object = JSONStructure.members(of: start, in: bytes)
    guard let end = object.end else {
      // Truncated. The complete part of a list is readable. Otherwise it is an invalid line, if others follow.
      if let last = object.members.last, last.isList, last.isOpen { return list(last) }
      let second = JSONStructure.skipSpace(in: bytes, from: LineBreaks.next(in: bytes, from: start).end)
      let isLine = second < bytes.count && bytes[second] == UInt8(ascii: "{")
      return JSONLayout(kind: isLine ? .lines : .sequence)
    }
    let isOneLine = LineBreaks.count(in: bytes, start..<end) == 0
    guard JSONStructure.skipSpace(in: bytes, from: end) == bytes.count else {
      return JSONLayout(kind: isOneLine ? .lines : .sequence)
    }
    let lists = object.members.filter(\.isListOfObjects)
    if lists.count > 1 { throw .severalLists(file: text.name, names: lists.map(\.name)) }
    if let list = lists.first { return self.list(list) }
    let empty = object.members.filter(\.isEmptyList)
    if empty.count == 1 { return list(empty[0]) }
    guard isOneLine else {
      throw .noList(file: text.name, found: excerpt(UnsafeRawBufferPointer(rebasing: bytes[start..<end])))
    }
    return JSONLayout(kind: .lines)
  }

  private static func list(_ member: JSONStructure.Member) -> JSONLayout {
    JSONLayout(kind: .array, start: member.start, listName: member.name)
  }

  /// The beginning of a value, for messages.
  static func excerpt(_ bytes: UnsafeRawBufferPointer) -> String {
    let text = String(decoding: bytes.prefix(200), as: UTF8.self)
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.count > 30 ? words.prefix(30) + "…" : words
  }
}
