/// A rule that every model keeps. One file per rule in `Rules`, and a line in ``ModelRules``.
public protocol ModelRule: Sendable {
  /// The rule's stable id, in kebab case.
  var id: String { get }
  /// Every place where the model breaks the rule.
  func faults(in model: ModelDescription) -> [DescriptionFault]
}

extension ModelRule {
  /// A fault against this rule.
  func fault(
    _ entity: EntityDescription?, _ field: String? = nil, _ problem: String, hint: String
  ) -> DescriptionFault {
    DescriptionFault(rule: id, entity: entity?.name, field: field, problem: problem, hint: hint)
  }

  /// Those of the parts that have the same key as one before them, each with that first one.
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

/// A rule that looks at one attribute at a time.
protocol AttributeRule: ModelRule {
  /// What is wrong with the attribute; nil when nothing is.
  func complaint(about attribute: AttributeDescription) -> Complaint?
}

extension AttributeRule {
  /// The complaints about every attribute of every entity.
  public func faults(in model: ModelDescription) -> [DescriptionFault] {
    model.entities.flatMap { entity in
      entity.attributes.compactMap { attribute in
        complaint(about: attribute).map { fault(entity, attribute.name, $0.problem, hint: $0.hint) }
      }
    }
  }
}

/// What is wrong and what to change, of a part that is known.
struct Complaint {
  let problem: String
  let hint: String

  init(_ problem: String, hint: String) {
    self.problem = problem
    self.hint = hint
  }
}

extension ModelDescription {
  /// Every relationship with its entity.
  var relationships: [(entity: EntityDescription, relationship: RelationshipDescription)] {
    entities.flatMap { entity in entity.relationships.map { (entity, $0) } }
  }
}
