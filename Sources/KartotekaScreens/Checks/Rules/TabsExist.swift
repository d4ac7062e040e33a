import KartotekaModel

/// An application has at least one screen.
struct TabsExist: AppRule {
  let id = "tabs-exist"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.tabs.isEmpty
      ? [
        fault(
          "The application has no tabs.", hint: "Declare one as `Tab(\"Books\", symbol: .book) { List(…) }`.")
      ]
      : []
  }
}
