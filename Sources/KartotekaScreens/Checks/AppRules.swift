import KartotekaModel

/// The rules that an application keeps, beside those of its model (``ModelRules``).
public enum AppRules {
  /// Every rule; a new one is added here and nowhere else.
  public static let all: [any AppRule] = [
    AppVersionKnown(), AppNameValid(), AppNameReserved(), AppTitleGiven(), HueAllowed(), SymbolsSound(),
    CatalogueReadable(),
    TabsExist(), TabPathsValid(), TabPathsUnique(),
    ListEntityExists(), ListTitleGiven(), ListAttributesReadable(), ListPictureKnown(), InitialsNeedSort(),
    LinesConsistent(), ChoiceConsistent(), PagesConsistent(),
    TableEntityExists(), TableColumnsExist(), TableFiltersExist(),
    SubsetsConsistent(), OverviewConsistent(), MapConsistent(), GeographyIncluded(), CalendarConsistent(),
    SettingsConsistent(),
    ActionNameValid(), ActionNamesUnique(), ActionEntityExists(), ActionInputsValid(), ActionStatesExist(),
    ActionPlacementPossible(),
    ClosingSound(), HistoryKept(),
  ]
}

extension AppDescription {
  /// Everything that is wrong with the application and its model; empty when nothing is.
  public func check(
    _ rules: [any AppRule] = AppRules.all, model modelRules: [any ModelRule] = ModelRules.all
  ) -> [DescriptionFault] {
    model.check(modelRules) + rules.flatMap { $0.faults(in: self) }
  }
}
