import ArgumentParser
import Foundation
import Kartoteka
import KartotekaStore

/// Whether a backup has secrets, and where their password comes from. It is never an argument: other users of the machine see
/// those.
struct SecretOptions: ParsableArguments, Sendable {
  /// The environment variable with the password.
  private static let variable = "KARTOTEKA_BACKUP_PASSWORD"
  private static let longest = 1_024

  @Flag(
    name: .customLong("with-secrets"),
    help: .saying(
      "Also keys of services and the administrator's token, encrypted with a password, which is asked for or in KARTOTEKA_BACKUP_PASSWORD."
    ))
  var withSecrets = false

  @Option(
    name: .customLong("password-file"),
    help: .saying("With --with-secrets: the file with the password, in its first line.", value: "file"),
    completion: .file())
  var passwordFile: String?

  /// Whether an option is given.
  var isGiven: Bool { withSecrets || passwordFile != nil }

  /// - Throws: `ValidationError`.
  func check() throws {
    guard withSecrets || passwordFile == nil else {
      throw ValidationError(say("--password-file can be used only with --with-secrets."))
    }
  }

  /// The password: of the file, else of the environment, else of the person.
  /// - Parameter isNew: whether the person types it twice.
  /// - Throws: ``Failure``, `CancellationError` after Ctrl-C.
  func password(isNew: Bool, environment: [String: String] = ProcessInfo.processInfo.environment) throws -> String {
    let password: String
    if let passwordFile {
      password = try PasswordText.firstLine(of: passwordFile)
    } else if let given = try PasswordText.text(of: Self.variable, in: environment) {
      password = given
    } else {
      guard let terminal = PasswordTerminal() else {
        throw Failure(
          "There is no terminal to ask for the password of the secrets",
          remedy: "Set KARTOTEKA_BACKUP_PASSWORD, or name a file with --password-file.")
      }
      password = try PasswordText.text(terminal.ask(say("Password of the secrets: ")))
      if isNew, try PasswordText.text(terminal.ask(say("The same password again: "))) != password {
        throw Failure("The two passwords are not the same", remedy: "Nothing was backed up. Try again.")
      }
    }
    guard !password.isEmpty, password.utf8.count <= Self.longest else {
      throw Failure("The password is empty or too long")
    }
    return password
  }
}
