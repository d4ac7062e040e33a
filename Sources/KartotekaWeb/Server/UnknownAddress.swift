import KartotekaHTTP
import KartotekaModel
import KartotekaScreens

/// An unknown address: finds the invalid component and names valid alternatives.
struct UnknownAddress {
  private let path: String
  private let parts: [Substring]

  init(_ path: String) {
    self.path = path
    parts = path.split(separator: "/", maxSplits: 5)
  }

  /// The problem.
  /// - Parameter app: the application that the address begins with; nil if no application has that name.
  func problem(_ app: RunningApp?) -> Problem {
    guard parts.first == "api", parts.count > 1, let app else {
      let isApp = parts.first == "api" && parts.count > 1
      return Problem(
        .notFound,
        isApp
          ? Phrase("There is no application {name}.", ["name": .text(parts[1].shortened)])
          : Phrase("There is nothing at {path}.", ["path": .text(path.shortened)]))
    }
    if let problem = action(app) { return problem }
    let entities = app.description.model.entities
    guard parts.count > 2, let entity = entities.first(where: { $0.plural == parts[2] || $0.pathName == parts[2] })
    else {
      return missing(parts.dropFirst(2).first ?? "", in: app.name, entities.map(\.plural))
    }
    guard parts.count > 4 else { return missing(parts.last ?? "", in: entity.plural, []) }
    let blobs = entity.attributes.filter(\.isBytes).map(\.name)
    let relationships = entity.relationships.filter { $0.cardinality != .toOne }.map(\.name)
    return missing(parts[4], in: entity.plural, relationships + blobs)
  }

  // The problem of an action that its place does not have.
  private func action(_ app: RunningApp) -> Problem? {
    guard let index = parts.firstIndex(of: "actions"), parts.count == index + 2 else { return nil }
    let entity = app.description.model.entities.first { $0.pathName == parts[2] }?.name
    let scope: ActionDescription.Scope
    switch (index, entity) {
    case (2, _): scope = .app
    case (3, let name?): scope = .entity(name)
    case (4, let name?): scope = .record(name)
    default: return nil
    }
    let known = app.description.actions.filter { $0.scope == scope }.map(\.name)
    let arguments: [String: Phrase.Argument] = [
      "name": .text((parts.last ?? "").shortened), "known": .text(known.joined(separator: ", ")),
    ]
    return Problem(
      .notFound,
      known.isEmpty
        ? Phrase("There is no action {name} here.", arguments)
        : Phrase("Unknown action {name}. Known: {known}.", arguments))
  }

  private func missing(_ name: Substring, in place: String, _ known: [String]) -> Problem {
    let arguments: [String: Phrase.Argument] = [
      "name": .text(name.shortened), "place": .text(place), "known": .text(known.joined(separator: ", ")),
    ]
    return Problem(
      .notFound,
      known.isEmpty
        ? Phrase("There is no {name} in {place}.", arguments)
        : Phrase("Unknown: {name} in {place}. Known: {known}.", arguments))
  }
}
