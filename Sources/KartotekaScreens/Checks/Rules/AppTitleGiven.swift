import KartotekaModel

/// The application, its tabs and its actions say what people read.
struct AppTitleGiven: AppRule {
  let id = "app-title-given"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    let tabs = app.tabs.filter { $0.title.trimmingSpaces().isEmpty }.map { tab in
      fault(
        field: tab.path, "The tab has no title.", hint: "Give it the word that people read below its symbol.")
    }
    let actions = app.actions.filter { $0.title.trimmingSpaces().isEmpty }.map { action in
      fault(field: action.name, "The action has no title.", hint: "Give it the words that stand on its button.")
    }
    let faults = tabs + actions
    return app.title.trimmingSpaces().isEmpty
      ? [fault("The application has no title.", hint: "Give it the words that people read.")] + faults
      : faults
  }
}
