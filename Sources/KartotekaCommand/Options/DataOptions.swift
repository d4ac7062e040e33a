import ArgumentParser

/// The option that every command has.
struct DataOptions: ParsableArguments {
  @Option(
    name: .customLong("data"),
    help: .saying("The folder with the data (else KARTOTEKA_DATA, else the usual place).", value: "dir"),
    completion: .directory)
  var path: String?

  mutating func validate() throws {
    if path?.isEmpty == true { throw ValidationError(say("--data needs the name of a folder.")) }
  }

  /// The folder with the data.
  var folder: DataFolder { DataFolder(path) }
}
