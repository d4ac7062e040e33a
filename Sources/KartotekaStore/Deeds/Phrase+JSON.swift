import KartotekaModel

extension Phrase {
  /// The text that `JSONDecoder` reads as this phrase. Written here and not by an encoder, which takes as long as writing
  /// the record that a deed is named for.
  var json: String {
    var writer = JSONWriter()
    write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  fileprivate func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("key")
    writer.string(key)
    writer.key("arguments")
    writer.beginObject()
    for (name, argument) in arguments {
      writer.key(name)
      argument.write(to: &writer)
    }
    writer.endObject()
    writer.endObject()
  }
}

extension Phrase.Argument {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key(kind)
    writer.beginObject()
    writer.key("_0")
    switch self {
    case .text(let text): writer.string(text)
    case .count(let count): writer.int(count)
    case .phrase(let phrase): phrase.write(to: &writer)
    case .country(let country): writer.string(country.code)
    }
    writer.endObject()
    writer.endObject()
  }

  private var kind: String {
    switch self {
    case .text: "text"
    case .count: "count"
    case .phrase: "phrase"
    case .country: "country"
    }
  }
}
