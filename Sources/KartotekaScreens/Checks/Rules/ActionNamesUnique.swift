import KartotekaModel

/// No two actions have the same name, whatever they are about: the command line knows them by nothing else.
struct ActionNamesUnique: AppRule {
  let id = "action-names-unique"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    var seen: Set<String> = []
    return app.actions.map(\.name).filter { !seen.insert($0).inserted }.map { name in
      fault(field: name, "Two actions have the name \(name).", hint: "Give one of them another name.")
    }
  }
}
