extension JSONValue {
  /// The value indented by two spaces; values that fit in 120 characters are on one line.
  package func pretty(indent: Int = 0, after prefix: Int = 0) -> String {
    let short = oneLine
    if indent + prefix + short.count <= 119 { return short }
    let inner = String(repeating: " ", count: indent + 2)
    let end = String(repeating: " ", count: indent)
    switch self {
    case .array(let items) where !items.isEmpty:
      return "[\n" + items.map { inner + $0.pretty(indent: indent + 2) }.joined(separator: ",\n") + "\n\(end)]"
    case .object(let members) where !members.isEmpty:
      let lines = members.map { key, value in
        let name = JSONValue.string(key).oneLine + ": "
        return inner + name + value.pretty(indent: indent + 2, after: name.count)
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(end)}"
    default: return short
    }
  }

  private var oneLine: String {
    switch self {
    case .array(let items): "[" + items.map(\.oneLine).joined(separator: ", ") + "]"
    case .object(let members):
      members.isEmpty
        ? "{}"
        : "{ " + members.map { JSONValue.string($0).oneLine + ": " + $1.oneLine }.joined(separator: ", ") + " }"
    default: compact
    }
  }

  private var compact: String {
    var writer = JSONWriter()
    writer.value(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
