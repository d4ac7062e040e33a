import Foundation
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaTransfer

/// LibreOffice, with which tests open and save files.
enum LibreOffice {
  /// The program, where it is installed: `KARTOTEKA_SOFFICE`, or `soffice` in the path.
  static let program: URL? = {
    let environment = ProcessInfo.processInfo.environment
    let named = environment["KARTOTEKA_SOFFICE"].map { [$0] }
    let places = named ?? (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/soffice" }
    return places.first { FileManager.default.isExecutableFile(atPath: $0) }.map { URL(filePath: $0) }
  }()
}

@Suite("Exported lists that LibreOffice has saved", .enabled(if: LibreOffice.program != nil), .serialized)
struct LibreOfficeTests {
  private static let columns = ["id", "name", "count", "price", "isNew", "madeOn", "soldAt", "shape", "owner"]

  private func desk() async throws -> Desk {
    let desk = try Desk()
    try await desk.take(["people.csv": "id,first_name,last_name\n1,Jan,Kot\n2,Ola,Lis\n"])
    let thing = try #require(office.entity(named: "thing"))
    _ = try await desk.store.perform(.screen) { transaction in
      for number in Int64(0)..<120 {
        var record = AnyRecord(thing)
        (record["name"], record["count"], record["price"]) = (
          .text("Thing \(number)"), .integer(number), .integer(number * 1_234)
        )
        // Every hour, minute and second of a day has another part of it.
        let second = number * 7_919 % 86_400
        let clock = [second / 3_600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        record["soldAt"] = .text("2026-01-05T\(clock.joined(separator: ":")).000Z")
        (record["madeOn"], record["shape"]) = (.text("2026-03-04"), .text("round"))
        (record["isNew"], record["owner"]) = (.integer(number % 2), .integer(1 + number % 2))
        try transaction.insert(record)
      }
    }
    return desk
  }

  // Has LibreOffice open a file and save it in a format.
  private func saved(_ bytes: [UInt8], _ format: ViewFormat, as other: ViewFormat) throws -> [ImportFile] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "office-\(UUID())")
    let out = folder.appending(path: "out")
    try FileManager.default.createDirectory(at: out, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "list.\(format.rawValue)")
    try Data(bytes).write(to: file)
    let process = Process()
    process.executableURL = LibreOffice.program
    process.arguments = [
      "-env:UserInstallation=file://\(folder.path(percentEncoded: false))/profile", "--headless", "--convert-to",
      other.rawValue, "--outdir", out.path(percentEncoded: false), file.path(percentEncoded: false),
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return try ImportFile.open(
      path: out.appending(path: "list.\(other.rawValue)").path(percentEncoded: false), name: "list")
  }

  @Test(
    "What nobody touched changes nothing",
    arguments: [(ViewFormat.xlsx, ViewFormat.xlsx), (.xlsx, .ods), (.ods, .ods), (.ods, .xlsx)])
  func untouched(_ format: ViewFormat, _ other: ViewFormat) async throws {
    let desk = try await desk()
    let bytes = try await desk.list("thing", Self.columns, as: format).bytes
    let importer = Importer(desk.store)
    let report = try await importer.run(try importer.plan(saved(bytes, format, as: other)))
    #expect(report.counts == ["read": 120, "unchanged": 120], "\(report.files[0].rejects.map(\.brief))")
  }
}
