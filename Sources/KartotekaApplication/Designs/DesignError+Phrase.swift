import KartotekaModel
import KartotekaScreens
import KartotekaStore

extension DesignError {
  /// The fault, for the person.
  package var phrase: Phrase {
    switch self {
    case .isCode(let name):
      Phrase("{app} is an application in code, which a description can't change", ["app": .text(name)])
    case .nameTaken(let name): Phrase("There is a file named {name} already", ["name": .text(name + ".sqlite")])
    case .unknown(let name): Phrase("There is no application {app}", ["app": .text(name)])
    case .tooMany(let count): Phrase("There can be at most {count} applications", ["count": .count(count)])
    case .obstacles(let obstacles):
      Phrase(
        "Records stand in the way: {reason}",
        ["reason": Phrase.list(obstacles.map(\.phrase)).map(Phrase.Argument.phrase) ?? .text("")])
    case .importRuns(nil): "An import is going on in this application"
    case .importRuns(let name?): Phrase("An import is going on in this application: {deed}", ["deed": .phrase(name)])
    case .actionRuns: "An action is running on several records of this application"
    case .forbidden(let changes):
      Phrase(
        "The file does not allow this: {changes}",
        ["changes": Phrase.list(changes).map(Phrase.Argument.phrase) ?? .text("")])
    }
  }

  /// Whether the same can be done later.
  package var isTemporary: Bool {
    switch self {
    case .importRuns, .actionRuns: true
    default: false
    }
  }

  /// The remedy.
  package var remedy: Phrase {
    switch self {
    case .isCode: "Give the description another name."
    case .nameTaken: "Choose another name, or move the file away."
    case .unknown: "Look at the names that there are."
    case .tooMany: "Remove one that is no longer needed."
    case .importRuns: "Nothing was changed. Try again when the import is done, or cancel it."
    case .actionRuns: "Nothing was changed. Try again when it is done, or stop it."
    case .forbidden:
      "Words, kinds of values, order and screens can be changed; tables, columns and rules are the file's."
    case .obstacles: "Nothing was changed. Correct these records, or change the description."
    }
  }
}

extension AppDocumentError {
  /// The faults of a description, for the person.
  public var phrase: Phrase {
    switch self {
    case .syntax(let error): Phrase(error.key, error.arguments.mapValues { .text($0) })
    case .tooLarge: Phrase("A description has at most {count} bytes", ["count": .count(AppDocument.largest)])
    case .faults(let faults):
      Phrase(
        "The description can't be used:\n{faults}",
        ["faults": FaultText(lines: faults.map(\.line)).map { .phrase($0.phrase) } ?? .text("")])
    }
  }
}
