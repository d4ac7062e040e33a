import Foundation
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaTransfer

@Suite("Moments in files")
struct TimeZoneExportTests {
  private let moments = [
    "2026-01-15T09:30:00.000Z", "2026-07-15T08:30:00.125Z", "2026-10-25T00:30:00.000Z", "2026-10-25T01:30:00.000Z",
    "0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z", "1900-01-01T00:00:00.000Z",
  ]

  @Test(
    "CSV gives moments in a zone with their offsets, and imports to equal records in any other zone",
    arguments: ["Europe/Warsaw", "America/New_York", "Asia/Kathmandu"])
  func roundTrip(_ name: String) async throws {
    let desk = try Desk()
    let rows = moments.enumerated().map { "t\($0.offset),\($0.element)" }
    #expect(
      try await desk.take(["things.csv": (["name,sold_at"] + rows).joined(separator: "\n")]).counts["inserted"] == 7)
    #expect(try await desk.column("thing", "soldAt") == moments)
    var exporter = Exporter(desk.store)
    let zone = try #require(TaskTimeZone.named(name))
    exporter.timeZone = zone
    let sink = MemorySink()
    try await exporter.write(try #require(office.entity(named: "thing")), as: .csv, to: sink)
    if name == "Europe/Warsaw" {
      #expect(
        sink.text.contains("2026-01-15T10:30:00.000+01:00") && sink.text.contains("2026-07-15T10:30:00.125+02:00"))
      #expect(
        sink.text.contains("2026-10-25T02:30:00.000+02:00") && sink.text.contains("2026-10-25T02:30:00.000+01:00"))
    }
    let fresh = try Desk()
    try await fresh.take(["things.csv": sink.text]) { $0.timeZone = TaskTimeZone.named("Asia/Tokyo") }
    #expect(try await fresh.all("thing") == desk.all("thing"))
  }

  @Test("Moments without an offset are of the import's time zone, of UTC where it has none")
  func importing() async throws {
    let text = "name,sold_at\na,2026-07-15 10:30\nb,15.01.2026 10:30\nc,2026-07-15T10:30Z\n"
    for (zone, expected) in [
      ("Europe/Warsaw", ["2026-07-15T08:30:00.000Z", "2026-01-15T09:30:00.000Z", "2026-07-15T10:30:00.000Z"]),
      (nil, ["2026-07-15T10:30:00.000Z", "2026-01-15T10:30:00.000Z", "2026-07-15T10:30:00.000Z"]),
    ] {
      let desk = try Desk()
      try await desk.take(["things.csv": text]) { $0.timeZone = zone.flatMap { TaskTimeZone.named($0) } }
      #expect(try await desk.column("thing", "soldAt") == expected)
    }
  }
}
