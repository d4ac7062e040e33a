import KartotekaModel

/// The features of a GeoJSON file (RFC 7946): a collection, one feature, or a feature in each line. Properties become columns.
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
    let members = JSONStructure.members(of: start, in: text.bytes).members
    func member(_ name: String) -> JSONStructure.Member? { members.first { $0.name == name } }
    guard let type = member("type"), type.firstByte == UInt8(ascii: "\"") else { return nil }
    var parser = JSONParser(text.bytes, from: type.start)
    guard case .string(let word)? = try? parser.parseValue() else { return nil }
    let name = file.name
    switch word {
    case "Topology": throw .notRead(file: name, format: UnreadFormat("TopoJSON", .data))
    case "FeatureCollection":
      guard let list = member("features"), list.isList else { return nil }
      tables = try RecordTables(order: [], file: name) {
        GeoJSONReader(text, from: list.start, isList: true, file: name)
      }
    case "Feature" where member("geometry") != nil:
      tables = try RecordTables(order: [], file: name) { GeoJSONReader(text, from: start, isList: false, file: name) }
    default: return nil
    }
  }
}

private final class GeoJSONReader: NamedValueReader {
  private let text: TextSource
  private let file: String
  private let isList: Bool
  private var parser: JSONParser
  private var isFirst = true
  private var outlines = 0
  /// The number of features whose numbers are no degrees.
  private var projected = 0

  init(_ text: TextSource, from start: Int, isList: Bool, file: String) {
    (self.text, self.isList, self.file) = (text, isList, file)
    parser = JSONParser(text.bytes, from: start)
  }

  var share: Double { Double(parser.offset) / Double(max(1, text.bytes.count)) }

  var notes: [Phrase] {
    var notes: [Phrase] = []
    if outlines > 0 { notes.append(Phrase("The outlines of {count} areas are left out", ["count": .count(outlines)])) }
    if projected > 0 {
      notes.append(
        Phrase("{count} positions are left out: they are not in degrees", ["count": .count(projected)]))
    }
    return notes
  }

  func next() throws(ReadingError) -> NamedValues? {
    do {
      if isList {
        guard try parser.goToElement(isFirst: isFirst) else { return nil }
        isFirst = false
      } else {
        // Each line may have a feature.
        guard parser.nextByte() != nil else { return nil }
      }
      return record(try parser.parseValue())
    } catch {
      throw .invalidJSON(file: file, error)
    }
  }

  private func record(_ feature: JSONValue) -> NamedValues {
    var record = NamedValues("Features")
    guard case .object(let feature) = feature else { return record }
    if let id = feature["id"] { record.add("id", Self.text(id)) }
    if case .object(let properties)? = feature["properties"] {
      for (name, value) in properties where record[name] == nil { record.add(name, Self.text(value)) }
    }
    if case .object(let geometry)? = feature["geometry"] { add(geometry, to: &record) }
    return record
  }

  private func add(_ geometry: JSONObject, to record: inout NamedValues) {
    guard case .string(let type)? = geometry["type"], case .array(let values)? = geometry["coordinates"] else { return }
    switch type {
    case "Point": addPoint(values, to: &record)
    case "MultiPoint":
      if case .array(let first)? = values.first, values.count == 1 {
        addPoint(first, to: &record)
      } else {
        outlines += 1
      }
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
    record.add(record["Position"] == nil ? "Position" : "Position 2", place.description)
    if numbers.count > 2, record["Elevation"] == nil { record.add("Elevation", String(numbers[2])) }
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
}
