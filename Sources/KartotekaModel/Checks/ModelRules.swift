/// A rule for every model. The files in `Rules` hold the rules by subject; ``ModelRules`` lists them.
public protocol ModelRule: Sendable {
  /// The rule's stable id, in kebab case.
  var id: String { get }
  /// All violations of the rule in a model.
  func faults(in model: ModelDescription) -> [DescriptionFault]
}

extension ModelRule {
  /// A violation of this rule.
  func fault(
    _ entity: EntityDescription?, _ field: String? = nil, _ problem: FaultText, hint: FaultText
  ) -> DescriptionFault {
    DescriptionFault(rule: id, entity: entity?.name, field: field, problem: problem, hint: hint)
  }

  /// The elements whose key repeats that of an earlier element, each with the first one.
  func repeated<Part>(_ parts: [Part], by key: (Part) -> String) -> [(part: Part, first: Part)] {
    var seen: [String: Part] = [:]
    return parts.compactMap { part in
      let key = key(part)
      if let first = seen[key] { return (part, first) }
      seen[key] = part
      return nil
    }
  }
}

/// A rule that checks one attribute at a time.
protocol AttributeRule: ModelRule {
  /// The violation by an attribute; nil for none.
  func complaint(about attribute: AttributeDescription) -> Complaint?
}

extension AttributeRule {
  /// The violations by all attributes of all entities.
  public func faults(in model: ModelDescription) -> [DescriptionFault] {
    model.entities.flatMap { entity in
      entity.attributes.compactMap { attribute in
        complaint(about: attribute).map { fault(entity, attribute.name, $0.problem, hint: $0.hint) }
      }
    }
  }
}

/// The error and its remedy, for a known attribute or relationship.
package struct Complaint {
  package let problem: FaultText
  package let hint: FaultText

  init(_ problem: FaultText, hint: FaultText) {
    self.problem = problem
    self.hint = hint
  }
}

extension ModelDescription {
  /// All relationships with their entities.
  var relationships: [(entity: EntityDescription, relationship: RelationshipDescription)] {
    entities.flatMap { entity in entity.relationships.map { (entity, $0) } }
  }
}

/// The rules for every model.
public enum ModelRules {
  /// All rules. A new rule is added here and nowhere else.
  public static let all: [any ModelRule] = [
    ModelVersionKnown(),
    EntityNamesUnique(), NamesValid(), NamesReserved(), LabelsGiven(), AttributesExist(), FieldsUnique(),
    HeadingsUnique(),
    SQLNamesSnakeCase(), SQLNamesReserved(), ColumnsUnique(), JoinTablesUnique(),
    KindKnown(), OwnKindSound(), ChoicesSensible(), ScaleInRange(), CurrencySensible(), FormSensible(),
    BarcodeSensible(), SeriesSensible(), PlaceSensible(), ColourSensible(), StampSensible(), HiddenFilled(),
    RangeSensible(),
    LengthSensible(), PatternCompiles(), TextOptionsFit(), DefaultValid(),
    TitleReadable(), SearchedIsText(), BlobNotCompared(), SortKnown(), UniqueKeysKnown(),
    TargetExists(), InverseConsistent(), NullifyNeedsOptional(), RequiredNotCyclic(), TagsSensible(),
    DerivationConsistent(), ComputedSound(), FormulasSound(),
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
