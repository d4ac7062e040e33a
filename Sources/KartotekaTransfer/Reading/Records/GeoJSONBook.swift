import KartotekaModel

/// The features of a GeoJSON file (RFC 7946): collections and features, one after the other. Properties become columns.
struct GeoJSONBook: RecordBook {
  static let format = "GeoJSON"

  let tables: RecordTables

  init?(_ file: CandidateFile) throws(ReadingError) {
    guard file.head.text.hasPrefix("{"), file.head.text.contains("\"type\"") || file.head.text.contains("\"features\"")
    else {
      return nil
    }
    let text = try TextSource(file.source)
    let start = JSONStructure.skipSpace(in: text.bytes, from: 0)
    guard start < text.bytes.count else { return nil }
    let name = file.name
    switch GeoJSONObject(at: start, in: text.bytes) {
    case .topology: throw .notRead(file: name, format: UnreadFormat("TopoJSON", .data))
    case .other: return nil
    case .collection, .feature:
      tables = try RecordTables(order: [], file: name) { GeoJSONReader(text, from: start, file: name) }
    }
  }
}

/// The type of a GeoJSON object.
private enum GeoJSONObject {
  /// A collection with the offset of its features, and its end if that is known.
  case collection(features: Int, end: Int?)
  case feature
  case topology
  case other

  init(at start: Int, in bytes: UnsafeRawBufferPointer) {
    let (members, end) = JSONStructure.members(of: start, in: bytes)
    func member(_ name: String) -> JSONStructure.Member? { members.first { $0.name == name } }
    self = .other
    guard let type = member("type"), type.firstByte == UInt8(ascii: "\"") else { return }
    var parser = JSONParser(bytes, from: type.start)
    guard case .string(let word)? = try? parser.parseValue() else { return }
    switch word {
    case "Topology": self = .topology
    case "FeatureCollection":
      if let list = member("features"), list.isList { self = .collection(features: list.start, end: end) }
    case "Feature": if member("geometry") != nil { self = .feature }
    default: break
    }
  }
}

private final class GeoJSONReader: NamedValueReader {
  private let text: TextSource
  private let file: String
  private var parser: JSONParser
  /// The collection that is being read, and its end if that is known.
  private var collection: (end: Int?, isFirst: Bool)?
  private var outlines = 0
  private var points = 0
  /// The number of features whose numbers are no degrees.
  private var projected = 0
  /// The beginnings of values that are no features.
  private var leftOut: [String] = []

  init(_ text: TextSource, from start: Int, file: String) {
    (self.text, self.file) = (text, file)
    parser = JSONParser(text.bytes, from: start)
  }

  var share: Double { Double(parser.offset) / Double(max(1, text.bytes.count)) }

  var notes: [Phrase] {
    var notes = Phrase.notes(outlines: outlines, points: points)
    if projected > 0 {
      notes.append(
        Phrase("{count} positions are left out: they are not in degrees", ["count": .count(projected)]))
    }
    return leftOut.isEmpty ? notes : notes + [.noRecords(leftOut)]
  }

  func next() throws(ReadingError) -> NamedValues? {
    while true {
      if let (end, isFirst) = collection {
        collection?.isFirst = false
        if try read({ (parser) throws(JSONSyntaxError) -> Bool in try parser.goToElement(isFirst: isFirst) }) {
          return record(try read { (parser) throws(JSONSyntaxError) -> JSONValue in try parser.parseValue() })
        }
        collection = nil
        if let end {
          parser = JSONParser(text.bytes, from: end)
        } else {
          try read { (parser) throws(JSONSyntaxError) -> Void in try parser.expectEnd() }
        }
      }
      // Each line may have a feature, and a collection may follow another one.
      guard parser.nextByte() != nil else { return nil }
      let start = parser.offset
      if case .collection(let features, let end) = GeoJSONObject(at: start, in: text.bytes) {
        parser = JSONParser(text.bytes, from: features)
        collection = (end, true)
        continue
      }
      let value = try read { (parser) throws(JSONSyntaxError) -> JSONValue in try parser.parseValue() }
      if case .object(let object) = value, object["type"] == .string("Feature") { return record(value) }
      // At most a few are quoted.
      if leftOut.count < 5 {
        let bytes = UnsafeRawBufferPointer(rebasing: text.bytes[start..<parser.offset])
        leftOut.append(JSONLayout.excerpt(bytes))
      }
    }
  }

  private func read<Value>(
    _ body: (inout JSONParser) throws(JSONSyntaxError) -> Value
  ) throws(ReadingError) -> Value {
    do throws(JSONSyntaxError) {
      return try body(&parser)
    } catch {
      throw .invalidJSON(file: file, error)
    }
  }

  private func record(_ feature: JSONValue) -> NamedValues {
    var record = NamedValues("Features")
    guard case .object(let feature) = feature else { return record }
    if let id = feature["id"] { record.add("id", Self.text(id), Self.type(id)) }
    if case .object(let properties)? = feature["properties"] {
      for (name, value) in properties { record.add(ofFile: name, Self.text(value), Self.type(value)) }
    }
    if case .object(let geometry)? = feature["geometry"] { add(geometry, to: &record) }
    return record
  }

  private func add(_ geometry: JSONObject, to record: inout NamedValues) {
    guard case .string(let type)? = geometry["type"], case .array(let values)? = geometry["coordinates"] else { return }
    switch type {
    case "Point": addPoint(values, to: &record)
    case "MultiPoint":
      for case .array(let point) in values { addPoint(point, to: &record) }
    case "LineString", "MultiLineString":
      var shape = GeoShape()
      for line in type == "LineString" ? [.array(values)] : values {
        shape.interrupt()
        guard case .array(let points) = line else { continue }
        for case .array(let point) in points {
          let numbers = Self.numbers(point)
          if let place = Self.position(numbers) { shape.add(place, elevation: numbers.count > 2 ? numbers[2] : nil) }
        }
      }
      shape.add(to: &record)
    default: outlines += 1
    }
  }

  private func addPoint(_ values: [JSONValue], to record: inout NamedValues) {
    let numbers = Self.numbers(values)
    guard let place = Self.position(numbers) else {
      if !numbers.isEmpty { projected += 1 }
      return
    }
    if !record.add(place, elevation: numbers.count > 2 ? numbers[2] : nil) { points += 1 }
  }

  private static func numbers(_ values: [JSONValue]) -> [Double] {
    values.compactMap { value in
      guard case .number(let digits) = value else { return nil }
      return Double(digits)
    }
  }

  // Longitude, then latitude.
  private static func position(_ numbers: [Double]) -> Coordinate? {
    numbers.count < 2 ? nil : Coordinate(latitude: numbers[1], longitude: numbers[0])
  }

  private static func text(_ value: JSONValue) -> String {
    switch value {
    case .null: return ""
    case .string(let text): return text
    default:
      var json = JSONWriter()
      json.value(value)
      return String(decoding: json.bytes, as: UTF8.self)
    }
  }

  // A text of the file may be written in any way, unlike a number.
  private static func type(_ value: JSONValue) -> CellType {
    switch value {
    case .number, .bool: .value
    case .null, .string, .array, .object: .text
    }
  }
}

extension Phrase {
  /// The note on shapes that are left out.
  /// - Parameters:
  ///   - outlines: the number of areas.
  ///   - points: the number of positions beyond those that have columns.
  static func notes(outlines: Int, points: Int) -> [Phrase] {
    var notes: [Phrase] = []
    if outlines > 0 { notes.append(Phrase("The outlines of {count} areas are left out", ["count": .count(outlines)])) }
    if points > 0 {
      notes.append(
        Phrase("{count} further positions of places with many are left out", ["count": .count(points)]))
    }
    return notes
  }
}
