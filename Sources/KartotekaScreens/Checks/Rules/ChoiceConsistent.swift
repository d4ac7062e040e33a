import KartotekaModel

/// What new records are chosen from is kept in attributes that can keep it: a country's code, a place's name and
/// position, and which country it belongs to.
struct ChoiceConsistent: AppRule {
  let id = "choice-consistent"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.lists.flatMap { tab, list, entity -> [DescriptionFault] in
      switch list.choice {
      case nil: return []
      case .country(let name): return [wrong(name, .country, of: entity, tab)].compactMap(\.self)
      case .place(let place):
        let target = entity.relationship(place.relationship).flatMap { relationship in
          relationship.cardinality == .toOne ? app.model.entity(named: relationship.target) : nil
        }
        let own = [
          wrong(place.name, .text, of: entity, tab), wrong(place.position, .coordinate, of: entity, tab),
          place.identity.flatMap { wrong($0, .integer, of: entity, tab) },
        ]
        guard let target else {
          return own.compactMap(\.self) + [missing(place.relationship, "to-one relationship", of: entity, tab)]
        }
        return (own + [wrong(place.country, .country, of: target, tab)]).compactMap(\.self)
      }
    }
  }

  private func wrong(_ name: String, _ kind: KindName, of entity: EntityDescription, _ tab: TabDescription)
    -> DescriptionFault?
  {
    entity.attribute(name)?.kind == kind
      ? nil : missing(name, "attribute of the kind \(kind.rawValue)", of: entity, tab)
  }

  private func missing(_ name: String, _ what: String, of entity: EntityDescription, _ tab: TabDescription)
    -> DescriptionFault
  {
    fault(
      entity: entity.name, field: name,
      "What is chosen in “\(tab.title)” is kept there, and \(entity.name) has no such \(what).",
      hint: "Declare it, or leave `.choosing(…)` out.")
  }
}
