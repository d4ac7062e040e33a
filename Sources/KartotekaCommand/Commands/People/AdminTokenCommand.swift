import ArgumentParser
import Foundation
import Kartoteka
import KartotekaHTTP
import KartotekaPeople

/// `kartoteka people admin-token`.
struct AdminTokenCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "admin-token",
      abstract: say("Says where the server's own token for programs is and when it was used, ends or replaces it."),
      discussion: say(
        "It administers the server, and belongs to no person. A server that runs follows at its next request. KARTOTEKA_ADMIN_TOKEN in the environment of the server takes its place."
      ))
  }

  @Flag(help: .saying("Ends it: from now on only tokens of people administer the server."))
  var end = false

  @Flag(help: .saying("Puts a new one in its place."))
  var new = false

  @OptionGroup var data: DataOptions

  func validate() throws {
    if end && new { throw ValidationError(say("--end and --new exclude each other.")) }
  }

  func run() async throws {
    let folder = data.folder
    let file = AdministratorFile(in: folder.url)
    let name: [String: Phrase.Argument] = ["file": .text(file.url.path(percentEncoded: false))]
    let missing = Phrase("There is no {file} yet: the first start makes it.", name)
    var hasChanged = false
    if end || new {
      // A folder that is not the server's would get a token that nobody uses.
      guard FileManager.default.fileExists(atPath: file.url.path(percentEncoded: false)) else {
        throw Failure(missing, remedy: "Choose another folder with --data.")
      }
      try folder.prepare()
      if end {
        hasChanged = try file.end()
      } else {
        try file.renew()
        hasChanged = true
      }
    }
    switch try file.content {
    case .token: try StandardOutput.line(state(of: file, in: folder))
    case .ended: try StandardOutput.line(say("The administrator's token in {file} has ended.", name))
    case .missing: try StandardOutput.line(say(missing))
    }
    guard hasChanged else { return }
    // Last: the token ends also while the database with the people is away. Without people nothing of them is made.
    let people = folder.people
    guard try await !people.all().isEmpty else { return }
    try await people.changeServerToken(isEnding: end, Administrator.fileName, by: .user) { true }
  }

  private func state(of file: AdministratorFile, in folder: DataFolder) -> String {
    let place = say(
      "The administrator's token is in {file}", ["file": .text(file.url.path(percentEncoded: false))])
    let use = AdministratorUses(in: folder.url, of: file.url).last
    return place + "\n"
      + (use.map { say("Last used: {time}", ["time": .text(HistoryCommand.time($0))]) } ?? say("Not used yet"))
  }
}
