import ArgumentParser
import KartotekaPostgres

/// The options of all commands.
struct DataOptions: ParsableArguments {
  @Option(
    name: .customLong("data"),
    help: .saying("The data folder (else KARTOTEKA_DATA, else the platform's usual folder).", value: "dir"),
    completion: .directory)
  var path: String?

  mutating func validate() throws {
    if path?.isEmpty == true { throw ValidationError(say("--data needs the name of a folder.")) }
    guard PostgresAddress(DataFolder.given(path) ?? "") == nil else {
      throw ValidationError(
        say(
          "Applications can't be served from a PostgreSQL database yet. Bring them to a folder: kartoteka copy postgres://USER@HOST/DATABASE FOLDER"
        ))
    }
  }

  /// The folder with the data.
  var folder: DataFolder { DataFolder(path) }
}
