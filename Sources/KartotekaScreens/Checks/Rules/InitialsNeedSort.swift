import KartotekaModel

/// Rows can stand under first letters only when they are sorted by a text.
struct InitialsNeedSort: AppRule {
  let id = "initials-need-sort"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.lists.filter { _, list, entity in
      list.hasInitials && !(list.sort.first.flatMap { entity.attribute($0.name) }?.isText ?? false)
    }.map { tab, _, entity in
      fault(
        entity: entity.name, "The list in “\(tab.title)” has initials and isn't sorted by a text.",
        hint: "Add `.sorted(by:)` with a text, or take `.withInitials()` away.")
    }
  }
}
