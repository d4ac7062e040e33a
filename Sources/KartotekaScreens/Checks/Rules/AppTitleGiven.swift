import KartotekaModel

/// The application and its tabs say what people read.
struct AppTitleGiven: AppRule {
  let id = "app-title-given"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    let faults = app.tabs.filter { $0.title.trimmingSpaces().isEmpty }.map { tab in
      fault(
        field: tab.path, "The tab has no title.", hint: "Give it the word that people read below its symbol.")
    }
    return app.title.trimmingSpaces().isEmpty
      ? [fault("The application has no title.", hint: "Give it the words that people read.")] + faults
      : faults
  }
}
