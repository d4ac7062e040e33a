import Foundation
import KartotekaModel
import Testing

@testable import KartotekaTransfer

@Suite("Broken files of every format")
struct BrokenFileTests {
  private static let files: [String] = [
    #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"#
      + #""properties":{"a":1}}]}"#,
    "<gpx><wpt lat='1' lon='2'><name>a</name></wpt><trk><trkseg><trkpt lat='1' lon='2'>"
      + "<time>2026-01-01</time></trkpt></trkseg></trk></gpx>",
    "<kml><Folder><name>x</name><Placemark><name>a</name><Point>"
      + "<coordinates>1,2,3</coordinates></Point></Placemark></Folder></kml>",
    "<html><h1>x</h1><table><tr><th a=\"b\">N</th></tr><tr><td rowspan=2>1</td></tr>"
      + "<!-- x --><script>a</script></table></html>",
    "BEGIN:VCALENDAR\nBEGIN:VTIMEZONE\nTZID:a\nBEGIN:STANDARD\nDTSTART:20250101T000000\nTZOFFSETTO:+0100\n"
      + "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\n"
      + "END:STANDARD\nEND:VTIMEZONE\nBEGIN:VEVENT\nDTSTART;TZID=a:99991231T235959\nDURATION:P999999999W\nSUMMARY:x\n"
      + "END:VEVENT\nEND:VCALENDAR\n",
    "Name;City\nDvo\u{159}\u{e1}k;Praha\n",
  ]

  private static var packed: [[UInt8]] {
    var zip = ZipMaker()
    zip.add("a.csv", "Name,City\nA,B\n")
    zip.add("doc.kml", files[2])
    return [zip.bytes, FileMaker.gzip(Array(files[0].utf8))]
  }

  private func read(_ bytes: [UInt8]) {
    do {
      _ = try FileMaker.tables(bytes)
    } catch is ReadingError {
    } catch is ImportError {
    } catch {
      Issue.record("\(error) for \(bytes.prefix(40))")
    }
  }

  @Test("A file that ends too early is read as far as it goes or refused in words")
  func truncated() {
    for bytes in Self.files.map({ Array($0.utf8) }) + Self.packed {
      for count in 0..<bytes.count { read(Array(bytes.prefix(count))) }
    }
  }

  @Test("Bytes that are exchanged at random are read or refused in words")
  func exchanged() {
    var state: UInt64 = 46
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(max(1, limit)))
    }
    for original in Self.files.map({ Array($0.utf8) }) + Self.packed {
      for _ in 0..<300 {
        var bytes = original
        for _ in 0...random(6) { bytes[random(bytes.count)] = UInt8(random(256)) }
        if random(4) == 0 { bytes.removeSubrange(0..<random(bytes.count)) }
        read(bytes)
      }
    }
  }

  @Test("Elements in one another without end are refused")
  func deep() {
    let deep = "<gpx>" + String(repeating: "<a>", count: 100_000)
    #expect(FileMaker.refusal(Array(deep.utf8)) == .damaged(file: "file"))
    let entities =
      "<?xml version='1.0'?><!DOCTYPE kml [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><kml><Placemark><name>&a;</name>"
      + "</Placemark></kml>"
    #expect(FileMaker.refusal(Array(entities.utf8)) == .damaged(file: "file"))
    let tables = "<html>" + String(repeating: "<table><tr><td>", count: 900) + "x"
    read(Array(tables.utf8))
    read(Array(("BEGIN:VCALENDAR\n" + String(repeating: "BEGIN:VEVENT\n", count: 100_000)).utf8))
  }
}
