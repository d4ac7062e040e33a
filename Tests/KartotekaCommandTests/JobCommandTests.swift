import Foundation
import Testing

@Suite("kartoteka action, for background jobs")
struct JobCommandTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test("TM-7 loading pictures without a key is refused with a remedy")
  func withoutKey() async throws {
    try sandbox.write("isoCode\nPT\n", to: "countries.csv")
    let imported = try await sandbox.kartoteka("import", "travelmap", "countries.csv")
    #expect(imported.status == 0, "\(imported.errors)")
    #expect(
      try await sandbox.sqlite("SELECT job, record, state FROM kartoteka_jobs", app: "travelmap")
        == "load-pictures|1|waiting")
    let run = try await sandbox.kartoteka("action", "travelmap", "load-pictures", "1")
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors.contains("Add your key for Pexels in Settings."), "\(run.errors)")
    let missing = try await sandbox.kartoteka("action", "travelmap", "load-pictures", "9")
    #expect(missing.status == 1)
  }

  @Test("TM-7 a service that can't be reached is named, and the program ends with 1")
  func unreachable() async throws {
    try sandbox.write("isoCode\nPT\n", to: "countries.csv")
    _ = try await sandbox.kartoteka("import", "travelmap", "countries.csv")
    // Nobody listens there: the port is reserved (RFC 6335, section 6).
    let run = try await sandbox.kartoteka(
      ["action", "travelmap", "load-pictures", "1"],
      environment: ["LC_ALL": "C", "PEXELS_API_KEY": "key", "PEXELS_URL": "http://127.0.0.1:1"])
    #expect(run.status == 1)
    #expect(run.errors.contains("Pictures could not be loaded: Pexels can't be reached."), "\(run.errors)")
    #expect(
      try await sandbox.sqlite("SELECT state, attempts % 1000000 FROM kartoteka_jobs", app: "travelmap") == "waiting|1")
  }
}
