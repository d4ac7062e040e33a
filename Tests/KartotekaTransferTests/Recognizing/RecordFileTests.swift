import Foundation
import KartotekaModel
import Testing

@testable import KartotekaTransfer

@Suite("Files of places, tracks and events")
struct RecordFileTests {
  private func records(_ text: String, table: Int = 0) throws -> [[String: String]] {
    let rows = try FileMaker.tables(Array(text.utf8))[table].rows
    return rows.dropFirst().map { row in Dictionary(zip(rows[0], row).filter { !$1.isEmpty }, uniquingKeysWith: { $1 })
    }
  }

  @Test("A feature of GeoJSON is a record with its properties and a position, whatever the order of members")
  func geoJSON() throws {
    let places = try records(
      """
      {"features": [{"type": "Feature", "geometry": {"type": "Point", "coordinates": [17.03, 51.11, 120]},
       "properties": {"name": "Wroclaw", "visited": "2024-05-01", "size": 1.50, "open": true, "tags": ["a"]}},
       {"type": "Feature", "id": 7, "properties": null, "geometry": {"type": "Point", "coordinates": [-0.12, 51.5]}}],
       "links": [{"href": "x"}], "type": "FeatureCollection"}
      """)
    #expect(
      places == [
        [
          "name": "Wroclaw", "visited": "2024-05-01", "size": "1.50", "open": "true", "tags": "[\"a\"]",
          "Position": "51.11,17.03", "Elevation": "120.0",
        ], ["id": "7", "Position": "51.5,-0.12"],
      ])
    let lines = "{\"type\":\"Feature\",\"properties\":{\"a\":1},\"geometry\":null}\n"
    #expect(try records(lines + lines) == [["a": "1"], ["a": "1"]])
    #expect(FileMaker.refusal(Array("{\"type\":\"FeatureCollection\",\"features\":[{\"a\":1}, {".utf8)) != nil)
  }

  @Test("A line of GeoJSON has its ends and its length, and left out outlines and other units are said")
  func shapes() throws {
    func feature(_ geometry: String) -> String {
      "{\"type\":\"Feature\",\"properties\":{\"n\":1},\"geometry\":\(geometry)}"
    }
    let text =
      "{\"type\":\"FeatureCollection\",\"features\":["
      + [
        feature("{\"type\":\"LineString\",\"coordinates\":[[0,0],[0,1]]}"),
        feature("{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[0,1],[1,1],[0,0]]]}"),
        feature("{\"type\":\"Point\",\"coordinates\":[637000,480000]}"),
      ].joined(separator: ",") + "]}"
    let found = try records(text)
    #expect(found[0]["Start position"] == "0.0,0.0" && found[0]["End position"] == "1.0,0.0")
    #expect(found[0]["Points"] == "2" && found[0]["Distance (m)"] == "111195")
    let notes = try FileMaker.tables(Array(text.utf8))[0].notes.map(\.key)
    #expect(
      notes == [
        "The outlines of {count} areas are left out", "{count} positions are left out: they are not in degrees",
      ])
  }

  @Test("Places of GPX are records with positions, a track is one record with its ends, times and length")
  func gpx() throws {
    let text = """
      <?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><metadata><name>All</name></metadata>
      <wpt lat="51.11" lon="17.03"><ele>120</ele><time>2024-05-01T10:00:00Z</time><name>Wrocław</name><desc>Old &amp; new</desc>
      <extensions><x><name>no</name></x></extensions></wpt><wpt lat="51.5" lon="-0.12"><name>London</name></wpt>
      <trk><name>Run</name><type>running</type><trkseg>
      <trkpt lat="0" lon="0"><ele>10</ele><time>2024-05-01T10:00:00Z</time></trkpt>
      <trkpt lat="0.01" lon="0"><ele>15</ele><time>2024-05-01T10:10:00Z</time></trkpt></trkseg><trkseg>
      <trkpt lat="1" lon="1"><ele>10</ele><time>2024-05-01T11:00:00Z</time></trkpt></trkseg></trk></gpx>
      """
    let tables = try FileMaker.tables(Array(text.utf8), "points.gpx")
    #expect(tables.map(\.name) == ["points.gpx/Waypoints", "points.gpx/Tracks"])
    #expect(
      try records(text) == [
        [
          "Name": "Wrocław", "Position": "51.11,17.03", "Time": "2024-05-01T10:00:00Z", "Elevation": "120",
          "Description": "Old & new",
        ], ["Name": "London", "Position": "51.5,-0.12"],
      ])
    #expect(
      try records(text, table: 1) == [
        [
          "Name": "Run", "Started": "2024-05-01T10:00:00Z", "Ended": "2024-05-01T11:00:00Z",
          "Start position": "0.0,0.0",
          "End position": "1.0,1.0", "Points": "3", "Distance (m)": "1112", "Climb (m)": "5", "Type": "running",
        ]
      ])
    #expect(
      tables[0].notes.map(\.key) == [
        "{count} points of tracks and routes are summed up, and not records",
        "What programs have added to {count} places and tracks is left out",
      ])
  }

  private static let kml = """
    <?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Trip</name>
    <Style id="a"><IconStyle/></Style><Folder><name>Towns</name><Placemark><name>Kraków</name>
    <description><![CDATA[<b>Old</b> town]]></description><TimeStamp><when>2024-05-01</when></TimeStamp>
    <ExtendedData><Data name="height"><value>219</value></Data></ExtendedData>
    <Point><coordinates>19.94,50.06,0</coordinates></Point></Placemark></Folder>
    <Placemark><name>Way</name><LineString><coordinates>0,0 0,1
    </coordinates></LineString></Placemark>
    <Placemark><name>Park</name><Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 0,1 1,1 0,0</coordinates></LinearRing>
    </outerBoundaryIs></Polygon></Placemark></Document></kml>
    """

  @Test("Placemarks of KML are records, alone and in a KMZ archive with pictures")
  func kml() throws {
    var archive = ZipMaker()
    archive.add("doc.kml", Self.kml)
    archive.add("images/a.png", "\u{89}PNG")
    for bytes in [Array(Self.kml.utf8), archive.bytes] {
      let table = try #require(try FileMaker.tables(bytes, "trip.kmz").first)
      #expect(table.name == "trip.kmz" && table.notes.map(\.key) == ["The outlines of {count} areas are left out"])
      let records = table.rows.dropFirst().map { row in
        Dictionary(zip(table.rows[0], row).filter { !$1.isEmpty }, uniquingKeysWith: { $1 })
      }
      #expect(
        records[0] == [
          "Name": "Kraków", "Position": "50.06,19.94", "Folder": "Towns", "Time": "2024-05-01",
          "Description": "<b>Old</b> town", "height": "219",
        ])
      #expect(records[1]["Start position"] == "0.0,0.0" && records[1]["Distance (m)"] == "111195")
      #expect(records[2] == ["Name": "Park"])
    }
  }

  @Test("Events: whole days are dates, times are moments in their zone, a local time has no offset")
  func calendar() throws {
    let text = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "UID:1@x", "DTSTART;VALUE=DATE:20260301",
      "DTEND;VALUE=DATE:20260303", "SUMMARY:Trip to Oslo\\, with Ann", "LOCATION:Oslo", "END:VEVENT", "BEGIN:VEVENT",
      "UID:2@x", "DTSTART;TZID=Europe/Warsaw:20260710T190000", "DURATION:PT1H30M", "SUMMARY:Choi", " r",
      "RRULE:FREQ=WEEKLY",
      "BEGIN:VALARM", "TRIGGER:-PT15M", "DESCRIPTION:Soon", "END:VALARM", "END:VEVENT", "BEGIN:VEVENT", "UID:2@x",
      "RECURRENCE-ID;TZID=Europe/Warsaw:20260717T190000", "DTSTART:20260717T180000Z", "DTEND:20260717T190000Z",
      "SUMMARY:Choir\\, late", "END:VEVENT", "BEGIN:VEVENT", "DTSTART:20260101T080000", "SUMMARY:Here",
      "GEO:50.06;19.94",
      "END:VEVENT", "BEGIN:VTODO", "SUMMARY:Buy milk", "DUE;VALUE=DATE:20260302", "STATUS:NEEDS-ACTION", "END:VTODO",
      "END:VCALENDAR", "",
    ].joined(separator: "\r\n")
    let tables = try FileMaker.tables(Array(text.utf8), "trips.ics")
    #expect(tables.map(\.name) == ["trips.ics/Events", "trips.ics/Tasks"])
    #expect(tables[0].notes.map(\.key) == ["{count} reminders are left out"])
    #expect(
      try records(text) == [
        [
          "Title": "Trip to Oslo, with Ann", "From": "2026-03-01", "To": "2026-03-02", "All day": "yes",
          "Place": "Oslo",
          "UID": "1@x",
        ],
        [
          "Title": "Choir", "From": "2026-07-10", "To": "2026-07-10", "Start": "2026-07-10T19:00:00+02:00",
          "End": "2026-07-10T20:30:00+02:00", "All day": "no", "Repeats": "FREQ=WEEKLY", "Time zone": "Europe/Warsaw",
          "UID": "2@x",
        ],
        [
          "Title": "Choir, late", "From": "2026-07-17", "To": "2026-07-17", "Start": "2026-07-17T18:00:00Z",
          "End": "2026-07-17T19:00:00Z", "All day": "no", "UID": "2@x/20260717T190000",
        ],
        [
          "Title": "Here", "From": "2026-01-01", "To": "2026-01-01", "Start": "2026-01-01T08:00:00", "All day": "no",
          "Position": "50.06,19.94",
        ],
      ])
    #expect(try records(text, table: 1) == [["Title": "Buy milk", "Due": "2026-03-02", "Status": "Needs-Action"]])
  }

  @Test("A zone that no system knows is read by its description in the file, which may follow the events")
  func describedZone() throws {
    let text = """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      DTSTART;TZID="W. Europe Standard Time":20260115T090000
      DTEND;TZID=W. Europe Standard Time:20260715T090000
      SUMMARY:Meeting
      END:VEVENT
      BEGIN:VTIMEZONE
      TZID:W. Europe Standard Time
      BEGIN:STANDARD
      DTSTART:16010101T030000
      TZOFFSETFROM:+0200
      TZOFFSETTO:+0100
      RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10
      END:STANDARD
      BEGIN:DAYLIGHT
      DTSTART:16010101T020000
      TZOFFSETFROM:+0100
      TZOFFSETTO:+0200
      RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3
      END:DAYLIGHT
      END:VTIMEZONE
      END:VCALENDAR
      """
    let event = try #require(try records(text).first)
    #expect(event["Start"] == "2026-01-15T09:00:00+01:00" && event["End"] == "2026-07-15T09:00:00+02:00")
    let last = try records(text.replacing("20260115T090000", with: "20260329T030000"))
    #expect(last.first?["Start"] == "2026-03-29T03:00:00+02:00")
    let before = try records(text.replacing("20260115T090000", with: "20260329T015900"))
    #expect(before.first?["Start"] == "2026-03-29T01:59:00+01:00")
  }
}
