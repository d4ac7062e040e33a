import KartotekaModel

/// A list's rows have a title line.
struct ListTitleGiven: AppRule {
  let id = "list-title-given"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.lists.filter(\.list.title.isEmpty).map { tab, _, entity in
      fault(
        entity: entity.name, "The rows of the list in “\(tab.title)” have no title.",
        hint: "Name at least one attribute as its `title:`.")
    }
  }
}
