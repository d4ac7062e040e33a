import KartotekaModel

/// No two tabs have the same address.
struct TabPathsUnique: AppRule {
  let id = "tab-paths-unique"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    var seen: Set<String> = []
    return app.tabs.filter { !seen.insert($0.path).inserted }.map { tab in
      fault(
        field: tab.path, "The tab “\(tab.title)” has the address \(tab.path) of another tab.",
        hint: "Give one of them a `path:` of its own.")
    }
  }
}
