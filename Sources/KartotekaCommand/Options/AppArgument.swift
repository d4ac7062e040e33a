import ArgumentParser
import Kartoteka
import Synchronization

/// The application that a command is about, by its name: one of the program's, or a designed one of the data folder.
struct AppArgument: ParsableArguments {
  @Argument(
    help: .saying("The application's name, as kartoteka apps lists it.", value: "app"),
    completion: .list(apps.map(\.description.name)), transform: { NamedApp($0) })
  var named: NamedApp

  /// The application of that name.
  /// - Throws: `ValidationError` when there is none.
  static func find(_ name: String, in folder: DataFolder) throws -> App {
    if let app = apps.first(where: { $0.description.name == name }) { return app }
    let designs = DesignFolder(folder.url, besides: apps)
    do {
      if let app = try designs.app(name) { return app }
    } catch {
      // Commands look for the application while their arguments are checked, where other errors lose their words.
      let failure = ErrorText.failure(error, in: ModelDescription(entities: []))
      throw ValidationError(say("{app}: {reason}", ["app": .text(name), "reason": .phrase(failure.sentence)]))
    }
    let names = apps.map(\.description.name) + designs.apps().apps.map(\.description.name)
    throw ValidationError(
      say(
        "There is no such application. There are: {names}", ["names": .text(names.joined(separator: ", "))]))
  }
}

/// A name on the command line, and the application that was found by it.
final class NamedApp: Sendable {
  private let name: String
  private let app = Mutex<App?>(nil)

  init(_ name: String) { self.name = name }

  /// The application, which is looked for once.
  /// - Throws: `ValidationError` when there is none.
  func app(in folder: DataFolder) throws -> App {
    try app.withLock { app in
      if let app { return app }
      let found = try AppArgument.find(name, in: folder)
      app = found
      return found
    }
  }
}

/// A command that is about one application.
protocol AppCommand: AsyncParsableCommand {
  /// The argument that names it.
  var target: AppArgument { get }
  /// The folder where designed applications are.
  var data: DataOptions { get }
}

extension AppCommand {
  /// The application that the command is about.
  var app: App { get throws { try target.named.app(in: data.folder) } }
  /// What its records are.
  var model: ModelDescription { get throws { try app.description.model } }

  /// The entity of that name: its plural, as it is listed, or what else it goes by.
  /// - Throws: `ValidationError` when the application has none.
  func entity(_ name: String) throws -> EntityDescription {
    let (app, key) = (try app, Naming.key(name))
    let model = app.description.model
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
