/// The rules for every model.
public enum ModelRules {
  /// All rules. A new rule is added here and nowhere else.
  public static let all: [any ModelRule] = [
    ModelVersionKnown(),
    EntityNamesUnique(), NamesValid(), NamesReserved(), LabelsGiven(), AttributesExist(), FieldsUnique(),
    HeadingsUnique(),
    SQLNamesSnakeCase(), SQLNamesReserved(), ColumnsUnique(), JoinTablesUnique(),
    KindKnown(), OwnKindSound(), ChoicesSensible(), ScaleInRange(), RangeSensible(), LengthSensible(),
    PatternCompiles(),
    TextOptionsFit(), DefaultValid(),
    TitleReadable(), SearchedIsText(), BlobNotCompared(), SortKnown(), UniqueKeysKnown(),
    TargetExists(), InverseConsistent(), NullifyNeedsOptional(), RequiredNotCyclic(), DerivationConsistent(),
    ComputedSound(),
  ]
}

extension ModelDescription {
  /// All violations of the rules; empty if there are none.
  ///
  /// A model read from a foreign file has that file's table and column names; omit the rule `sql-names-snake-case` for
  /// it.
  public func check(_ rules: [any ModelRule] = ModelRules.all) -> [DescriptionFault] {
    rules.flatMap { $0.faults(in: self) }
  }
}
