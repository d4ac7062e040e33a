import Foundation
import Testing

@Suite("kartoteka settings")
struct SettingsCommandTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test("TM-9 shows and changes settings; of secrets it shows only whether they are set")
  func settings() async throws {
    let first = try await sandbox.kartoteka(
      ["settings", "travelmap"], environment: ["GEOAPIFY_API_KEY": "open-Sesame"])
    #expect(first.status == 0, "\(first.errors)")
    #expect(
      first.output == """
        picturesPerCountry  10
        loadsPictures       true
        countsDisputed      true
        pexelsKey           Not set
        geoapifyKey         Set by the environment

        """)
    let set = try await sandbox.kartoteka("settings", "travelmap", "picturesPerCountry=12", "loadsPictures=no")
    #expect(set.output.hasPrefix("picturesPerCountry  12\nloadsPictures       false\n"), "\(set.errors)")
    let again = try await sandbox.kartoteka("settings", "travelmap", language: "pl_PL")
    #expect(again.output.hasPrefix("picturesPerCountry  12\n") && again.output.contains("Nieustawiony"))
  }

  @Test(
    "TM-9 wrong usage ends with 64, says what there is, and sets nothing",
    arguments: [
      (
        ["travelmap", "colour=red"],
        "travelmap has no setting colour=red. There are: picturesPerCountry=…, loadsPictures=…, countsDisputed=…"
      ),
      (["travelmap", "picturesPerCountry"], "travelmap has no setting picturesPerCountry."),
      (["travelmap", "picturesPerCountry=81"], "picturesPerCountry: This has to be at most 80"),
      (["travelmap", "loadsPictures=perhaps"], "loadsPictures: This has to be yes or no"),
      (["travelmap", "pexelsKey=abc"], "travelmap has no setting pexelsKey=abc."),
      (["userscrud"], "userscrud has no settings."),
    ])
  func usage(arguments: [String], message: String) async throws {
    let run = try await sandbox.kartoteka(["settings"] + arguments, environment: ["LC_ALL": "C"])
    #expect(run.status == 64)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(try sandbox.names().isEmpty)
  }
}
