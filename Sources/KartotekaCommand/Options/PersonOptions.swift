import ArgumentParser
import Foundation
import Kartoteka
import KartotekaPeople

/// The argument that names a person.
struct PersonArgument: ParsableArguments {
  @Argument(help: .saying("The name of the person.", value: "name"))
  var name: String

  /// The person, and all people of the folder.
  /// - Throws: ``Failure``, `StoreError`.
  func find(in data: DataOptions) async throws -> (person: Person, people: People) {
    let people = data.folder.people
    return (try await people.required(name), people)
  }
}

/// The password of a person, and where it comes from.
struct PersonPassword: ParsableArguments {
  private static let variable = "KARTOTEKA_PASSWORD"

  @Option(
    name: .customLong("password-file"),
    help: .saying(
      "The file with the person's password, in its first line; else it is in KARTOTEKA_PASSWORD, or asked for.",
      value: "file"),
    completion: .file())
  var file: String?

  /// The password that is given or typed twice.
  /// - Throws: ``Failure``, `CancellationError` after Ctrl-C.
  func password(
    of name: String, environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws -> String {
    if let file { return try PasswordText.firstLine(of: file) }
    if let given = try PasswordText.text(of: Self.variable, in: environment) { return given }
    guard let terminal = PasswordTerminal() else {
      throw Failure(
        "There is no terminal to ask for the person's password",
        remedy: "Set KARTOTEKA_PASSWORD, or name a file with --password-file.")
    }
    let password = try PasswordText.text(
      terminal.ask(say("Password of {name}: ", ["name": .text(name)])))
    guard try PasswordText.text(terminal.ask(say("The same password again: "))) == password else {
      throw Failure("The two passwords are not the same", remedy: "Nothing was changed. Try again.")
    }
    return password
  }
}

extension DataFolder {
  /// The people of the folder, or of the PostgreSQL database.
  var people: People { People(in: url, options: options) }
}

extension People {
  /// The person of a name.
  /// - Throws: ``Failure``, `StoreError`.
  func required(_ name: String) async throws -> Person {
    if let person = try await person(named: name) { return person }
    throw Self.noPerson(name)
  }

  /// The failure to find a person.
  static func noPerson(_ name: String) -> Failure {
    Failure(Phrase("There is no person {name}", ["name": .text(name)]), remedy: "kartoteka people lists all.")
  }
}

extension PeopleChanger {
  /// The user of the system who runs the command.
  static var user: PeopleChanger { .machine(Author.user.name) }
}

extension Author {
  /// The user of the system who runs the command.
  static var user: Author {
    let name = NSUserName()
    return Author(id: nil, name: name.isEmpty ? String(getuid()) : name)
  }
}
