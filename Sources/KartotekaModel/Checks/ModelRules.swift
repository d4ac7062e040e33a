/// The rules that a model keeps.
public enum ModelRules {
  /// Every rule; a new one is added here and nowhere else.
  public static let all: [any ModelRule] = [
    ModelVersionKnown(),
    EntityNamesUnique(), NamesValid(), NamesReserved(), LabelsGiven(), AttributesExist(), FieldsUnique(),
    HeadingsUnique(),
    SQLNamesSnakeCase(), SQLNamesReserved(), ColumnsUnique(), JoinTablesUnique(),
    KindKnown(), ChoicesSensible(), ScaleInRange(), RangeSensible(), LengthSensible(), PatternCompiles(),
    TextOptionsFit(), DefaultValid(),
    TitleReadable(), SearchedIsText(), BlobNotCompared(), SortKnown(), UniqueKeysKnown(),
    TargetExists(), InverseConsistent(), NullifyNeedsOptional(), RequiredNotCyclic(), DerivationConsistent(),
    ComputedSound(),
  ]
}

extension ModelDescription {
  /// Everything that is wrong with the model by those rules; empty when nothing is.
  ///
  /// A model that was found in a foreign file has that file's table and column names: leave the rule
  /// `sql-names-snake-case` out for it.
  public func check(_ rules: [any ModelRule] = ModelRules.all) -> [DescriptionFault] {
    rules.flatMap { $0.faults(in: self) }
  }
}
