import KartotekaModel

/// A view of an entity's list as a screen, as data. Its tab leads to the list in that shape.
public struct ListViewDescription: Sendable, Codable, Hashable {
  /// The entity whose list it is.
  package var entity: String
  /// The parameters of the list's address, without percent-encoding: `sort=-due&group=singer&layout=board:stage`.
  package var view: String
  /// The records that it shows; nil for all.
  package var subset: SubsetDescription?

  /// A view of the list of an entity.
  package init(of entity: String, view: String = "", subset: SubsetDescription? = nil) {
    (self.entity, self.view, self.subset) = (entity, view, subset)
  }

  /// The shape of the list.
  package var shape: ListShape { ListShape(text: view) }

  /// The last part of the address of its tab: `loan-overdue`, `score-view`.
  package var path: String { Naming.kebabCase(entity) + "-" + (subset?.name ?? "view") }
}

extension ListViewDescription: DocumentValue {
  package static var shape: Shape<ListViewDescription> {
    .object("ListView", ListViewDescription(of: "")) {
      Member.needed("entity", \.entity, "The entity whose list it is.")
      Member.optional("view", \.view, "The list's parameters: sort=-due&group=singer&layout=board:stage.")
      Member.optional("subset", \.subset, "The records that it shows; all unless given.")
    }
  }
}

extension AppDescription {
  /// The subset of that name in a view of an entity's list; nil where no tab has one.
  package func viewSubset(_ name: String, of entity: String) -> SubsetDescription? {
    for tab in tabs {
      if case .view(let view) = tab.screen, let subset = view.subset, subset.name == name, view.entity == entity {
        return subset
      }
    }
    return nil
  }
}
