import ArgumentParser
import Foundation
import Kartoteka
import KartotekaHTML
import KartotekaHTTP

/// `kartoteka new`: writes a Swift package with an application of one's own.
struct NewCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "new", abstract: say("Writes a Swift package with an application of your own."),
      discussion: say(
        "The package has the declaration, a program with every command, words, tests, a README, a Dockerfile and a systemd unit. Without --from the application keeps books."
      ))
  }

  @Argument(help: .saying("The application's name, and that of the new folder: small letters, digits, hyphens."))
  var name: String

  @Option(
    parsing: .upToNextOption,
    help: .saying(
      "A description of kartoteka describe, the database of an application that was made without Swift, or CSV and JSON files and spreadsheets from which entities are guessed.",
      value: "file"), completion: .file())
  var from: [String] = []

  @Option(help: .saying("The folder in which the new folder is made.", value: "dir"), completion: .directory)
  var into = "."

  @Option(
    help: .saying(
      "Kartoteka's package: a folder on this machine, or the address of a Git repository.", value: "path|url"))
  var kartoteka = KartotekaVersion.repository

  func run() async throws {
    var document = try document()
    document.name = name
    if from.isEmpty { document.title = AppDocument.title(ofName: name) }
    let faults = document.faults
    guard faults.isEmpty else { throw AppDocumentError.faults(faults) }
    let folder = URL(filePath: into, directoryHint: .isDirectory).appending(path: name, directoryHint: .isDirectory)
    let path = folder.path(percentEncoded: false)
    guard !FileManager.default.fileExists(atPath: String(path.dropLast())) else {
      throw Failure(
        Phrase("{file} exists already", ["file": .text(path)]),
        remedy: "Choose another name, or another folder with --into.")
    }
    let package = SwiftPackage(document, dependingOn: try dependency())
    for (file, text) in package.files.sorted(by: { $0.key < $1.key }) {
      let url = folder.appending(path: file)
      // Sources are no private data, in contrast to databases.
      let rights: [FileAttributeKey: Any] = [.posixPermissions: 0o755]
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true, attributes: rights)
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
    for gap in package.gaps { StandardError.line(say("Not written in Swift: {part}", ["part": .text(gap)])) }
    try StandardOutput.line(
      say(
        "Made {folder}. Run it there with: {command}", ["folder": .text(path), "command": .text("swift run \(name)")]))
  }

  private func document() throws -> AppDocument {
    guard let first = from.first else {
      var books = try AppDocument(json: Array(TemplateFiles.json("books").utf8))
      // A new package speaks the platform's languages.
      books.words = books.words.filter { [Language.polish.code, Language.russian.code].contains($0.key) }
      return books
    }
    for file in from { try InputFile.check(URL(filePath: file)) }
    let url = URL(filePath: first)
    if from.count == 1, let bytes = FileManager.default.contents(atPath: first) {
      if SQLiteHeader.begins(bytes), let design = try Design.read(at: url) { return design.document }
      // A description is an object with a version; records are a list.
      if url.pathExtension.lowercased() == "json", case .object(let object)? = try? JSONParser.parse(Array(bytes)),
        object["version"] != nil, object["entities"] != nil
      {
        return try AppDocument(json: Array(bytes))
      }
    }
    return try AppDocument(
      guessedFrom: from.flatMap { try ImportFile.open(path: $0, as: nil, isNew: true) }, name: name)
  }

  private func dependency() throws -> SwiftPackage.Dependency {
    guard !kartoteka.contains("://"), !kartoteka.hasPrefix("git@") else {
      return .repository(kartoteka, from: KartotekaVersion.current)
    }
    let url = URL(filePath: kartoteka, directoryHint: .isDirectory).standardizedFileURL
    guard FileManager.default.fileExists(atPath: url.appending(path: "Package.swift").path(percentEncoded: false))
    else {
      throw Failure(
        Phrase("{file} has no Package.swift", ["file": .text(kartoteka)]),
        remedy: "Name the folder with Kartoteka's sources, or the address of a Git repository.")
    }
    return .path(String(url.path(percentEncoded: false).trimmingSlash))
  }
}

extension String {
  fileprivate var trimmingSlash: String { count > 1 && hasSuffix("/") ? String(dropLast()) : self }
}
