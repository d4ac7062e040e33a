import ArgumentParser
import Kartoteka

/// The application that a command is about, by its name.
struct AppArgument: ParsableArguments {
  @Argument(
    help: .saying("The application's name, as kartoteka apps lists it.", value: "app"),
    completion: .list(apps.map(\.description.name)), transform: Self.find)
  var app: App

  static func find(_ name: String) throws -> App {
    if let app = apps.first(where: { $0.description.name == name }) { return app }
    throw UnknownName(
      Phrase(
        "There is no such application. There are: {names}",
        ["names": .text(apps.map(\.description.name).joined(separator: ", "))]))
  }
}

/// A command that is about one application.
protocol AppCommand: AsyncParsableCommand {
  /// The argument that names it.
  var target: AppArgument { get }
}

extension AppCommand {
  /// The application that the command is about.
  var app: App { target.app }
  /// What its records are.
  var model: ModelDescription { app.description.model }

  /// The entity of that name: its plural, as it is listed, or what else it goes by.
  /// - Throws: `ValidationError` when the application has none.
  func entity(_ name: String) throws -> EntityDescription {
    let key = Naming.key(name)
    let entity =
      model.entity(plural: name)
      ?? model.entities.first { entity in
        [entity.plural, entity.name, entity.nouns.one, entity.nouns.many].contains { Naming.key($0) == key }
      }
    if let entity { return entity }
    throw ValidationError(
      say(
        "{app} has no {entity}. There are: {names}",
        [
          "app": .text(app.description.name), "entity": .text(name),
          "names": .text(model.entities.map(\.plural).joined(separator: ", ")),
        ]))
  }
}

/// A name on the command line that nothing has.
struct UnknownName: Error, CustomStringConvertible {
  private let phrase: Phrase

  /// - Parameter phrase: what is wrong, with the names that there are.
  init(_ phrase: Phrase) { self.phrase = phrase }

  var description: String { say(phrase) }
}
