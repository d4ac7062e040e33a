import KartotekaModel

/// The places, tracks and routes of a GPX file (<https://www.topografix.com/GPX/1/1/>). A place is a record with a position; a
/// track or route is one record with its ends and its length.
struct GPXBook: RecordBook {
  static let format = "GPX"

  private static let order = [
    "Name", "Position", "Time", "Started", "Ended", "Start position", "End position", "Points", "Distance (m)",
    "Elevation", "Climb (m)", "Type",
    "Symbol", "Description", "Comment", "Source", "Link",
  ]

  let tables: RecordTables

  init?(_ file: CandidateFile) throws(ReadingError) {
    guard file.head.root == "gpx" else { return nil }
    let text = try TextSource(file.source)
    let name = file.name
    tables = try RecordTables(order: Self.order, file: name) { GPXReader(text, file: name) }
  }
}

private final class GPXReader: NamedValueReader {
  private let xml: XMLScanner
  private let file: String
  private var points = 0

  init(_ text: TextSource, file: String) {
    xml = XMLScanner(TextStream(text), file: file, damaged: .damaged(file: file))
    self.file = file
  }

  var share: Double { xml.share }

  var notes: [Phrase] {
    points == 0
      ? [] : [Phrase("{count} points of tracks and routes are summed up, and not records", ["count": .count(points)])]
  }

  func next() throws(ReadingError) -> NamedValues? {
    while true {
      switch try xml.next() {
      case .finish: return nil
      case .start where xml.isNamed("wpt"): return try place()
      case .start where xml.isNamed("trk"): return try line("Tracks")
      case .start where xml.isNamed("rte"): return try line("Routes")
      case .start where xml.isNamed("metadata"): try xml.skipElement()
      default: break
      }
    }
  }

  private var position: Coordinate? {
    guard let latitude = xml.attribute("lat").flatMap({ Double($0.trimmingSpaces()) }),
      let longitude = xml.attribute("lon").flatMap({ Double($0.trimmingSpaces()) })
    else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  private func place() throws(ReadingError) -> NamedValues {
    var record = NamedValues("Waypoints")
    record.add("Position", position?.description)
    while try !readDetail(into: &record) {}
    return record
  }

  // Reads an element of a place, track or route; true at the end of that.
  private func readDetail(into record: inout NamedValues) throws(ReadingError) -> Bool {
    switch try xml.next() {
    case .finish: throw .damaged(file: file)
    case .end: return true
    case .text: return false
    case .start:
      switch xml.name {
      case "name": record.add("Name", try xml.readText())
      case "desc": record.add("Description", try xml.readText())
      case "cmt": record.add("Comment", try xml.readText())
      case "time": record.add("Time", try xml.readText())
      case "ele": record.add("Elevation", try xml.readText())
      case "type": record.add("Type", try xml.readText())
      case "sym": record.add("Symbol", try xml.readText())
      case "src": record.add("Source", try xml.readText())
      case "link", "url":
        let address = xml.attribute("href")
        let text = try xml.readText()
        record.add("Link", address ?? text)
      default: try xml.skipElement()
      }
      return false
    }
  }

  private func line(_ table: String) throws(ReadingError) -> NamedValues {
    var record = NamedValues(table)
    var shape = GeoShape()
    var times: (first: String, last: String)?
    // Within the track, and within one of its parts.
    var depth = 1
    while depth > 0 {
      if depth == 1 {
        // Points of routes and parts of tracks are read here, all else as details.
        switch try xml.next() {
        case .finish: throw .damaged(file: file)
        case .end: depth -= 1
        case .text: break
        case .start where xml.isNamed("trkseg"):
          shape.interrupt()
          depth += 1
        case .start where xml.isNamed("rtept"): try readPoint(&shape, &times)
        case .start where xml.isNamed("name"): record.add("Name", try xml.readText())
        case .start where xml.isNamed("desc"): record.add("Description", try xml.readText())
        case .start where xml.isNamed("cmt"): record.add("Comment", try xml.readText())
        case .start where xml.isNamed("type"): record.add("Type", try xml.readText())
        case .start: try xml.skipElement()
        }
      } else {
        switch try xml.next() {
        case .finish: throw .damaged(file: file)
        case .end: depth -= 1
        case .text: break
        case .start where xml.isNamed("trkpt"): try readPoint(&shape, &times)
        case .start: try xml.skipElement()
        }
      }
    }
    points += shape.points
    record.add("Started", times?.first)
    record.add("Ended", times?.last)
    shape.add(to: &record)
    return record
  }

  private func readPoint(
    _ shape: inout GeoShape, _ times: inout (first: String, last: String)?
  ) throws(ReadingError) {
    let point = position
    var elevation: Double?
    var isInside = true
    while isInside {
      switch try xml.next() {
      case .finish: throw .damaged(file: file)
      case .end: isInside = false
      case .text: break
      case .start where xml.isNamed("ele"): elevation = Double(try xml.readText().trimmingSpaces())
      case .start where xml.isNamed("time"):
        let time = try xml.readText().trimmingSpaces()
        times = (times?.first ?? time, time)
      case .start: try xml.skipElement()
      }
    }
    if let point { shape.add(point, elevation: elevation) }
  }
}
