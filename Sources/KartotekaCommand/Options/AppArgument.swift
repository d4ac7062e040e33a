import ArgumentParser
import Kartoteka
import Synchronization

/// The argument that names an application: one of the program's, or a designed one in the data folder.
struct AppArgument: ParsableArguments {
  @Argument(
    help: .saying("The application's name, as kartoteka apps lists it.", value: "app"),
    completion: .list(apps.map(\.description.name)), transform: { NamedApp($0) })
  var named: NamedApp

  init() {}

  /// The argument with a name that was given otherwise.
  init(_ name: String) { named = NamedApp(name) }

  /// The application with the given name.
  /// - Throws: `ValidationError` if there is none.
  static func find(_ name: String, in folder: DataFolder) throws -> App {
    if let app = apps.first(where: { $0.description.name == name }) {
      do { return try folder.withFields(app) } catch {
        let failure = ErrorText.failure(error, in: app.description.model)
        throw ValidationError(say("{app}: {reason}", ["app": .text(name), "reason": .phrase(failure.sentence)]))
      }
    }
    let opened = OpenedFolder(in: folder.url).files().first { $0.name == name }?.file
    if let file = OpenedFile.named(name) ?? opened {
      do { return try OpenedApp(file).app } catch {
        // The sentence names the file.
        throw ValidationError(say(ErrorText.failure(error, in: ModelDescription(entities: [])).sentence))
      }
    }
    let designs: DesignFolder
    do {
      designs = try folder.designs()
      if let app = try designs.app(name) { return app }
    } catch {
      // ArgumentParser replaces other errors that are thrown during validation.
      let failure = ErrorText.failure(error, in: ModelDescription(entities: []))
      throw ValidationError(say("{app}: {reason}", ["app": .text(name), "reason": .phrase(failure.sentence)]))
    }
    let names = apps.map(\.description.name) + designs.apps().apps.map(\.description.name)
    throw ValidationError(
      say(
        "There is no such application. There are: {names}", ["names": .text(names.joined(separator: ", "))]))
  }
}

/// An application's name on the command line, with a cache of the application.
final class NamedApp: Sendable {
  let name: String
  private let app = Mutex<App?>(nil)

  init(_ name: String) { self.name = name }

  /// The application, which is looked up once.
  /// - Throws: `ValidationError` if there is none.
  func app(in folder: DataFolder) throws -> App {
    try app.withLock { app in
      if let app { return app }
      let found = try AppArgument.find(name, in: folder)
      app = found
      return found
    }
  }
}

/// A command for one application.
protocol AppCommand: AsyncParsableCommand {
  /// The argument that names the application.
  var target: AppArgument { get }
  /// The option with the data folder.
  var data: DataOptions { get }
  /// Whether the command takes SQLite files of other programs in place of an application.
  static var takesFiles: Bool { get }
}

extension AppCommand {
  /// Whether the command takes SQLite files of other programs in place of an application.
  static var takesFiles: Bool { false }

  /// The command's application.
  /// - Throws: `ValidationError` if there is none, or it is a file and the command takes none.
  var app: App {
    get throws {
      let app = try target.named.app(in: data.folder)
      guard app.openedFile == nil || Self.takesFiles else {
        throw ValidationError(
          say(
            "{file} is a file of another program. Such files are for: check, describe, export, import, open, schema",
            ["file": .text(app.openedFile?.url.lastPathComponent ?? "")]))
      }
      return app
    }
  }
  /// The application's model.
  var model: ModelDescription { get throws { try app.description.model } }

  /// The entity with the given name: its plural, its name or one of its nouns.
  /// - Throws: `ValidationError` if there is none.
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

/// An invalid value on the command line.
struct UnknownName: Error, CustomStringConvertible {
  private let phrase: Phrase

  /// - Parameter phrase: the error message, with the valid values.
  init(_ phrase: Phrase) { self.phrase = phrase }

  var description: String { say(phrase) }
}
