import KartotekaModel

/// The placemarks of a KML file (<https://docs.ogc.org/is/12-007r2/12-007r2.html>), alone or with its pictures in a KMZ archive.
/// Their extended data become columns.
struct KMLBook: RecordBook {
  static let format = "KML"

  private static let order = [
    "Name", "Position", "Folder", "Time", "Started", "Ended", "Elevation", "Address", "Phone", "Description",
    "Start position", "End position",
    "Points", "Distance (m)", "Climb (m)",
  ]

  let tables: RecordTables

  init?(_ file: CandidateFile) throws(ReadingError) {
    let name = file.name
    if let archive = file.archive {
      guard let entry = Self.document(in: archive) else { return nil }
      tables = try RecordTables(order: Self.order, file: name) { () throws(ReadingError) in
        KMLReader(try archive.stream(entry), file: name)
      }
    } else {
      guard file.head.root == "kml" else { return nil }
      let text = try TextSource(file.source)
      tables = try RecordTables(order: Self.order, file: name) { KMLReader(TextStream(text), file: name) }
    }
  }

  /// The document of a KMZ archive; nil for other archives.
  static func document(in archive: ZipArchive) -> ZipArchive.Entry? {
    if let usual = archive.entry("doc.kml") { return usual }
    let files = archive.files.filter { !$0.name.contains("/") }
    return files.count == 1 && files[0].name.lowercased().hasSuffix(".kml") ? files[0] : nil
  }
}

private final class KMLReader: NamedValueReader {
  private let xml: XMLScanner
  private let file: String
  /// The names of the folders around the current element; nil for elements that are none.
  private var around: [String?] = []
  private var outlines = 0

  init(_ stream: any ByteStream, file: String) {
    xml = XMLScanner(stream, file: file, damaged: .damaged(file: file))
    self.file = file
  }

  var share: Double { xml.share }

  var notes: [Phrase] {
    outlines == 0 ? [] : [Phrase("The outlines of {count} areas are left out", ["count": .count(outlines)])]
  }

  func next() throws(ReadingError) -> NamedValues? {
    while true {
      switch try xml.next() {
      case .finish: return nil
      case .start where xml.isNamed("Placemark"): return try placemark()
      case .start where xml.isNamed("Style") || xml.isNamed("StyleMap") || xml.isNamed("Schema"): try xml.skipElement()
      case .start where xml.isNamed("Folder"): around.append("")
      case .start where xml.isNamed("name") && around.last == "":
        around[around.count - 1] = try xml.readText().trimmingSpaces()
      case .start: around.append(nil)
      case .end: _ = around.popLast()
      case .text: break
      }
    }
  }

  private func placemark() throws(ReadingError) -> NamedValues {
    var record = NamedValues("Places")
    record.add("Folder", around.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " / "))
    var shape = GeoShape()
    // The elements around, from the placemark on.
    var path: [String] = []
    var hasOutline = false
    while true {
      switch try xml.next() {
      case .finish: throw .damaged(file: file)
      case .text: break
      case .end:
        if path.isEmpty {
          if hasOutline { outlines += 1 }
          shape.add(to: &record)
          return record
        }
        path.removeLast()
      case .start:
        let name = xml.name
        switch name {
        case "name" where path.isEmpty: record.add("Name", try xml.readText())
        case "description" where path.isEmpty: record.add("Description", try xml.readText())
        case "address" where path.isEmpty: record.add("Address", try xml.readText())
        case "phoneNumber" where path.isEmpty: record.add("Phone", try xml.readText())
        case "when" where path.last == "TimeStamp": record.add("Time", try xml.readText())
        case "when", "begin":
          let time = try xml.readText()
          if record["Started"] == nil { record.add("Started", time) }
        case "end": record.add("Ended", try xml.readText())
        case "Data", "SimpleData": try readData(into: &record)
        case "coordinates":
          let text = try xml.readText(most: 1 << 24)
          if path.last == "Point" { readPoint(text, into: &record) }
          if path.last == "LineString" {
            shape.interrupt()
            readLine(text, &shape)
          }
          if path.contains("Polygon") { hasOutline = true }
        case "coord": readLine(try xml.readText().trimmingSpaces().replacing(" ", with: ","), &shape)
        case "Style", "StyleMap", "LookAt", "Camera": try xml.skipElement()
        default: path.append(name)
        }
      }
    }
  }

  // `<Data name="height"><value>3</value></Data>`, or `<SimpleData name="height">3</SimpleData>`.
  private func readData(into record: inout NamedValues) throws(ReadingError) {
    let name = xml.attribute("name")?.trimmingSpaces() ?? ""
    var (value, own) = ("", [UInt8]())
    var isInside = true
    while isInside {
      switch try xml.next() {
      case .finish: throw .damaged(file: file)
      case .text: own += xml.text
      case .end: isInside = false
      case .start where xml.isNamed("value"): value = try xml.readText()
      case .start: try xml.skipElement()
      }
    }
    let text = value.isEmpty ? String(decoding: own, as: UTF8.self) : value
    guard !name.isEmpty else { return }
    // Maps of Google repeat the name and the description among the data.
    if record[name] != text.trimmingSpaces() { record.add(name, text) }
  }

  private func readPoint(_ text: String, into record: inout NamedValues) {
    let numbers = Self.numbers(text.trimmingSpaces()[...])
    guard let place = Self.position(numbers) else { return }
    record.add("Position", place.description)
    if numbers.count > 2, numbers[2] != 0 { record.add("Elevation", String(numbers[2])) }
  }

  private func readLine(_ text: String, _ shape: inout GeoShape) {
    for part in text.split(whereSeparator: \.isWhitespace) {
      let numbers = Self.numbers(part)
      if let place = Self.position(numbers) { shape.add(place, elevation: numbers.count > 2 ? numbers[2] : nil) }
    }
  }

  // Longitude, latitude, elevation.
  private static func numbers(_ text: Substring) -> [Double] {
    text.split(separator: ",").compactMap { Double($0.trimmingSpaces()) }
  }

  private static func position(_ numbers: [Double]) -> Coordinate? {
    numbers.count < 2 ? nil : Coordinate(latitude: numbers[1], longitude: numbers[0])
  }
}
