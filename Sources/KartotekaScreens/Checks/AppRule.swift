import KartotekaModel

/// A rule that every application keeps, beside its model's. One file per rule in `Rules`, and a line in ``AppRules``.
public protocol AppRule: Sendable {
  /// The rule's stable id, in kebab case.
  var id: String { get }
  /// Every place where the application breaks the rule.
  func faults(in app: AppDescription) -> [DescriptionFault]
}

extension AppRule {
  /// A fault against this rule.
  func fault(
    entity: String? = nil, field: String? = nil, _ problem: String, hint: String
  ) -> DescriptionFault {
    DescriptionFault(rule: id, entity: entity, field: field, problem: problem, hint: hint)
  }
}

extension AppDescription {
  /// Every list with the title of its tab and its entity; lists of entities that the application lacks are
  /// for another rule.
  var lists: [(tab: TabDescription, list: ListDescription, entity: EntityDescription)] {
    tabs.compactMap { tab in
      guard case .list(let list) = tab.screen else { return nil }
      return model.entity(named: list.entity).map { (tab, list, $0) }
    }
  }

  /// Every overview with its tab.
  var overviews: [(tab: TabDescription, overview: OverviewDescription)] {
    tabs.compactMap { tab in
      guard case .overview(let overview) = tab.screen else { return nil }
      return (tab, overview)
    }
  }

  /// Every table with its tab and its entity, likewise.
  var tables: [(tab: TabDescription, table: TableDescription, entity: EntityDescription)] {
    tabs.compactMap { tab in
      guard case .table(let table) = tab.screen else { return nil }
      return model.entity(named: table.entity).map { (tab, table, $0) }
    }
  }
}
