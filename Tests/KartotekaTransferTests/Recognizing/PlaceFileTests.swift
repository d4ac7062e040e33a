import Foundation
import KartotekaModel
import Testing

@testable import KartotekaTransfer

@Suite("What files of places give names to")
struct PlaceFileTests {
  private typealias Table = (name: String, rows: [[String]], notes: [Phrase])

  private func table(_ text: String) throws -> Table {
    try #require(try FileMaker.tables(Array(text.utf8), "map").first)
  }

  private func records(_ table: Table) throws -> [[String: String]] {
    let headings = try #require(table.rows.first)
    #expect(Set(headings).count == headings.count)
    return table.rows.dropFirst().map { row in
      Dictionary(zip(headings, row).filter { !$1.isEmpty }, uniquingKeysWith: { $0 + " and " + $1 })
    }
  }

  private func feature(_ properties: String, id: String = "", point: String = "[1,2]") -> String {
    "{\"type\":\"Feature\",\(id)\"properties\":\(properties),\"geometry\":{\"type\":\"Point\",\"coordinates\":\(point)}}"
  }

  private func collection(_ features: [String]) -> String {
    "{\"type\":\"FeatureCollection\",\"features\":[" + features.joined(separator: ",") + "]}"
  }

  @Test("A property called id stays beside the feature's own id, and is no column where it only repeats that")
  func ids() throws {
    let both = try table(collection([feature(#"{"id":"A12","n":1}"#, id: "\"id\":1,"), feature(#"{"id":"B7"}"#)]))
    #expect(
      try records(both) == [
        ["id": "1", "id 2": "A12", "n": "1", "Position": "2.0,1.0"], ["id 2": "B7", "Position": "2.0,1.0"],
      ])
    let repeated = try table(
      collection([feature(#"{"id":1}"#, id: "\"id\":1,"), feature(#"{"id":2}"#, id: "\"id\":2,")]))
    #expect(try records(repeated).map { $0["id"] } == ["1", "2"])
    #expect(repeated.rows[0] == ["id", "Position"])
  }

  @Test("Texts of a map that look like numbers are texts, and numbers are cells with a type")
  func types() throws {
    let text = collection([feature(#"{"price":"1.234","size":1.5}"#), feature(#"{"price":"2.500,50","size":2}"#)])
    let source = ByteSource(text.utf8, name: "map")
    let file = try #require(try TableFile(source, name: "map"))
    let reader = try file.reader(0)
    var row = SheetRow()
    #expect(try reader.next(&row))
    let price = try #require(row.cells.firstIndex(of: "price"))
    let size = try #require(row.cells.firstIndex(of: "size"))
    #expect(try reader.next(&row))
    #expect(row.types[price] == .text && row.types[size] == .value)
  }

  @Test("Widths of a map that are texts are read in the notation of their column")
  func notation() async throws {
    let prices = ["1.234", "2.500,50", "12,00", "7,25", "1.000,10", "3,99"]
    let features = prices.enumerated().map { feature("{\"name\":\"n\($0)\",\"width\":\"\($1)\"}") }
    let file = try await GuessedFile(collection(features), "map.geojson")
    #expect(try await file.column("width").compactMap { Double($0) } == [1_234, 2_500.5, 12, 7.25, 1_000.1, 3.99])
  }

  @Test("Collections and features one after the other are all read, and what is neither is named")
  func several() throws {
    let text = [
      collection([feature(#"{"n":1}"#), feature(#"{"n":2}"#)]), collection([]), feature(#"{"n":3}"#),
      #"{"type":"Point","coordinates":[1,2]}"#, collection([feature(#"{"n":4}"#)]),
    ].joined(separator: "\n")
    let table = try table(text)
    #expect(try records(table).map { $0["n"] } == ["1", "2", "3", "4"])
    #expect(table.notes.map(\.key) == ["Left out, because they are no records: {names}"])
    let broken = collection([feature(#"{"n":1}"#)]) + "\n{\"type\":"
    #expect(FileMaker.refusal(Array(broken.utf8)) != nil)
  }

  @Test("Each point of a place has a column, data are apart from what the format says")
  func points() throws {
    let point =
      "<Point><coordinates>14.0,50.1,7</coordinates></Point><Point><coordinates>15.0,51.1</coordinates></Point>"
    let data = ["Points", "Position", "Time", "Distance (m)", "Name"]
      .map { "<Data name=\"\($0)\"><value>own \($0)</value></Data>" }.joined()
    let kml = """
      <kml><Document><Placemark><name>Two</name><TimeStamp><when>2024-05-01</when></TimeStamp>
      <ExtendedData>\(data)<camp:sites xmlns:camp="x">14</camp:sites></ExtendedData>
      <MultiGeometry>\(point)<LineString><coordinates>0,0 0,1</coordinates></LineString></MultiGeometry></Placemark>
      <Placemark><name>Way</name><gx:Track xmlns:gx="y"><when>2024-05-01T10:00:00Z</when><when>2024-05-01T11:00:00Z</when>
      <gx:coord>0 0 0</gx:coord><gx:coord>0 1 0</gx:coord></gx:Track></Placemark></Document></kml>
      """
    let found = try records(try table(kml))
    #expect(
      found[0] == [
        "Name": "Two", "Name 2": "own Name", "Position": "50.1,14.0", "Position 2": "51.1,15.0",
        "Position 3": "own Position", "Elevation": "7.0", "Time": "2024-05-01", "Time 2": "own Time", "sites": "14",
        "Start position": "0.0,0.0", "End position": "1.0,0.0", "Points": "2", "Points 2": "own Points",
        "Distance (m)": "111195", "Distance (m) 2": "own Distance (m)",
      ])
    #expect(found[1]["Started"] == "2024-05-01T10:00:00Z" && found[1]["Ended"] == "2024-05-01T11:00:00Z")
    let points = (0..<12).map { "[\($0),1]" }.joined(separator: ",")
    let many = try table(
      "{\"type\":\"Feature\",\"properties\":{\"n\":1},\"geometry\":{\"type\":\"MultiPoint\",\"coordinates\":[\(points)]}}"
    )
    #expect(try records(many)[0]["Position 10"] == "1.0,9.0")
    #expect(many.notes.map(\.key) == ["{count} further positions of places with many are left out"])
    #expect(many.notes.first?.arguments["count"] == .count(2))
  }

  @Test("A feature with more properties than there are columns is refused at once")
  func wide() throws {
    let properties = "{" + (0..<60_000).map { "\"p\($0)\":1" }.joined(separator: ",") + "}"
    #expect(FileMaker.refusal(Array(collection([feature(properties)]).utf8)) == .expandsTooMuch(file: "file"))
    var record = NamedValues("Features")
    for number in 0..<100 { record.add(ofFile: "p\(number)", "1") }
    for number in 0..<100 { record.add(ofFile: "p\(number)", "2") }
    #expect(record.values.count == 100 && record.values[99].text == "1, 2" && !record.isTooWide)
  }

  @Test("What programs add to places of GPX is named")
  func extensions() throws {
    let gpx = """
      <gpx><wpt lat="1" lon="2"><ele>120.50</ele><name>A</name><extensions><x>1</x></extensions></wpt>
      <wpt lat="1" lon="2"><name>B</name></wpt></gpx>
      """
    let table = try table(gpx)
    #expect(try records(table)[0] == ["Name": "A", "Position": "1.0,2.0", "Elevation": "120.50"])
    #expect(table.notes.map(\.key) == ["What programs have added to {count} places and tracks is left out"])
  }
}
