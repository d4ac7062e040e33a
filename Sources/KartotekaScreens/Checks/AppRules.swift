import KartotekaModel

/// A rule for every application, in addition to the rules of its model. The files in `Rules` hold the rules by subject;
/// ``AppRules`` lists them.
public protocol AppRule: Sendable {
  /// The rule's stable id, in kebab case.
  var id: String { get }
  /// Every place where the application breaks the rule.
  func faults(in app: AppDescription) -> [DescriptionFault]
}

extension AppRule {
  /// A fault against this rule.
  func fault(
    entity: String? = nil, field: String? = nil, _ problem: FaultText, hint: FaultText
  ) -> DescriptionFault {
    DescriptionFault(rule: id, entity: entity, field: field, problem: problem, hint: hint)
  }
}

extension AppDescription {
  /// Every list with the title of its tab and its entity; lists of entities that the application lacks are
  /// for another rule.
  package var lists: [(tab: TabDescription, list: ListDescription, entity: EntityDescription)] {
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

/// The rules for every application, in addition to the rules of its model (`ModelRules`).
public enum AppRules {
  /// All rules. A new rule is added here and nowhere else.
  public static let all: [any AppRule] = [
    AppVersionKnown(), AppNameValid(), AppNameReserved(), AppTitleGiven(), HueAllowed(), SymbolsSound(),
    CatalogueReadable(),
    TabsExist(), TabPathsValid(), TabPathsUnique(),
    ListEntityExists(), ListTitleGiven(), ListAttributesReadable(), ListPictureKnown(), InitialsNeedSort(),
    ListLayoutKnown(),
    LinesConsistent(), PagesConsistent(), RecordAddressesDiffer(),
    TableEntityExists(), TableColumnsExist(), TableFiltersExist(),
    SubsetsConsistent(), OverviewConsistent(), MapConsistent(), GeographyIncluded(), CalendarConsistent(),
    SettingsConsistent(), ViewsConsistent(),
    ActionNameValid(), ActionNamesUnique(), ActionEntityExists(), ActionInputsValid(), ActionStatesExist(),
    ActionPlacementPossible(),
    ClosingSound(), HistoryKept(),
  ]
}

extension AppDescription {
  /// All violations of the rules by the application and its model; empty if there are none.
  public func check(
    _ rules: [any AppRule] = AppRules.all, model modelRules: [any ModelRule] = ModelRules.all
  ) -> [DescriptionFault] {
    model.check(modelRules) + rules.flatMap { $0.faults(in: self) }
  }
}
