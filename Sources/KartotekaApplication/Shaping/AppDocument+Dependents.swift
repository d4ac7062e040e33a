import KartotekaModel
import KartotekaScreens

// The parts of a description that refer to a field: states, computed values, figures, tabs. A field that is removed, or becomes
// another kind, takes those with it that have no meaning any more.
extension AppDocument {
  /// Removes parts one by one as long as each removal leaves fewer faults.
  mutating func removeFaultyParts() {
    var faults = check().count
    var isBetter = true
    while faults > 0, isBetter {
      isBetter = false
      for remove in parts {
        var copy = self
        remove(&copy)
        let rest = copy.check().count
        guard rest < faults else { continue }
        (self, faults, isBetter) = (copy, rest, true)
        break
      }
    }
  }

  /// Removes the states and the filters of lists whose condition compares a field that is gone.
  mutating func forgetStates(with name: String, of entity: String) {
    for place in entities.indices {
      let owner = entities[place]
      let gone = owner.states.filter { isMentioned(name, of: entity, in: $0.condition, of: owner) }
      entities[place].states.removeAll { state in gone.contains { $0.name == state.name } }
      for state in gone { dropSubsets(ofState: state.name, of: owner.name) }
      renewStateSubsets(of: owner.name, since: owner)
      guard tabs != nil else { continue }
      let document = self
      changeLists(of: owner.name) { list in
        list.subsets.removeAll { document.isMentioned(name, of: entity, in: $0.predicate, of: owner) }
      }
    }
  }

  private func isMentioned(
    _ name: String, of entity: String, in condition: FetchPredicate, of owner: DocumentEntity
  ) -> Bool {
    func isField(_ path: String) -> Bool {
      let steps = path.split(separator: ".").map(String.init)
      if owner.name == entity, steps.first == name { return true }
      guard steps.count == 2, steps[1] == name else { return false }
      return owner.relationships.contains { $0.name == steps[0] && $0.target == entity }
    }
    switch condition {
    case .compare(let field, _, _), .has(let field, _), .day(let field, _, _), .moment(let field, _, _):
      return isField(field)
    case .reads(let fields, _): return fields.contains(where: isField)
    case .calculates(let one, _, let other): return (one.names + other.names).contains(where: isField)
    case .leads(let link, let inner):
      guard let target = owner.relationships.first(where: { $0.name == link }).flatMap({ self.entity($0.target) })
      else {
        return true
      }
      return isField(link) || isMentioned(name, of: entity, in: inner, of: target)
    case .isRelated: return false
    case .formula(let formula): return isMentioned(name, of: entity, in: formula.term, of: owner)
    case .isReferred(let other, let link, let inner):
      guard let referring = self.entity(other) else { return true }
      return other == entity && link == name || isMentioned(name, of: entity, in: inner, of: referring)
    case .not(let inner): return isMentioned(name, of: entity, in: inner, of: owner)
    case .all(let parts), .any(let parts):
      return parts.contains { isMentioned(name, of: entity, in: $0, of: owner) }
    }
  }

  // Computed values that have the field are looked at by the check, which finds the states that lack them.
  private func isMentioned(
    _ name: String, of entity: String, in term: FormulaTerm, of owner: DocumentEntity
  ) -> Bool {
    switch term {
    case .value(let path):
      var place: DocumentEntity? = owner
      return path.split(separator: ".").map(String.init).contains { step in
        guard let current = place else { return false }
        place = current.relationships.first { $0.name == step }.flatMap { self.entity($0.target) }
        return current.name == entity && step == name
      }
    case .over(_, let link, let parts):
      if owner.name == entity, link == name { return true }
      guard let target = owner.relationships.first(where: { $0.name == link }).flatMap({ self.entity($0.target) })
      else {
        return true
      }
      return parts.contains { isMentioned(name, of: entity, in: $0, of: target) }
    default: return term.parts.contains { isMentioned(name, of: entity, in: $0, of: owner) }
    }
  }

  private typealias Removal = (inout AppDocument) -> Void

  // The removal of each part that the rest can do without, the smallest parts first.
  private var parts: [Removal] {
    var parts: [Removal] = formulaRemovals
    let users = usersOfComputed
    for entity in entities.indices {
      for index in entities[entity].states.indices {
        let name = entities[entity].states[index].name
        let owner = entities[entity].name
        parts.append { document in
          document.entities[entity].states.remove(at: index)
          document.dropSubsets(ofState: name, of: owner)
        }
      }
      for index in entities[entity].computed.indices {
        let first = [entities[entity].name, entities[entity].computed[index].name]
        parts.append { $0.removeComputed(first, users) }
      }
      for index in entities[entity].searchPaths.indices {
        parts.append { $0.entities[entity].searchPaths.remove(at: index) }
      }
      for index in entities[entity].sortOrders.indices {
        parts.append { $0.entities[entity].sortOrders.remove(at: index) }
      }
    }
    for tab in (tabs ?? []).indices { parts += self.parts(ofTab: tab) }
    return parts
  }

  // The computed values whose formulas have a computed value, all by entity and name.
  private var usersOfComputed: [[String]: [[String]]] {
    let model = ModelDescription(drafts: entities)
    let check = FormulaCheck(model)
    var users: [[String]: [[String]]] = [:]
    for entity in model.entities {
      for computed in entity.computed {
        for (value, owner) in check.values(in: computed.source, entity) {
          users[[owner.name, value.name], default: []].append([entity.name, computed.name])
        }
      }
    }
    return users
  }

  // Those that have the value have no meaning without it.
  private mutating func removeComputed(_ first: [String], _ users: [[String]: [[String]]]) {
    var (gone, rest) = (Set([first]), [first])
    while let next = rest.popLast() {
      if let place = entities.firstIndex(where: { $0.name == next[0] }) {
        entities[place].computed.removeAll { $0.name == next[1] }
        forget(next[1], of: next[0])
      }
      for user in users[next] ?? [] where gone.insert(user).inserted { rest.append(user) }
    }
    completeLists()
  }

  private func parts(ofTab tab: Int) -> [Removal] {
    var parts: [Removal] = []
    switch tabs?[tab].screen {
    case .list(let list):
      for part in ListPart.all(of: list) {
        parts.append { document in
          guard case .list(var list)? = document.tabs?[tab].screen else { return }
          part.remove(&list)
          document.tabs?[tab].screen = .list(list)
        }
      }
      return parts
    case .overview(let overview):
      for index in overview.figures.indices {
        parts.append { $0.changeOverview(tab) { $0.figures.remove(at: index) } }
      }
      for index in overview.panels.indices {
        parts.append { $0.changeOverview(tab) { $0.panels.remove(at: index) } }
      }
    case .groups, .map, .view: break
    default: return []
    }
    parts.append { $0.tabs?.remove(at: tab) }
    return parts
  }

  /// Takes the records in a state out of what lists can be narrowed down to.
  mutating func dropSubsets(ofState name: String, of entity: String) {
    guard tabs != nil else { return }
    changeLists(of: entity) { list in list.subsets.removeAll { $0.state == name } }
  }

  private mutating func changeOverview(_ tab: Int, _ change: (inout OverviewDescription) -> Void) {
    guard case .overview(var overview)? = tabs?[tab].screen else { return }
    change(&overview)
    tabs?[tab].screen = .overview(overview)
  }

  /// A part of a list that it can do without.
  private struct ListPart {
    let remove: (inout ListDescription) -> Void

    static func all(of list: ListDescription) -> [ListPart] {
      var parts = list.subsets.indices.map { index in ListPart { $0.subsets.remove(at: index) } }
      parts += list.sections.indices.flatMap { index in galleryParts(of: list.sections[index], at: index) }
      parts += list.sections.indices.filter { list.sections[$0].order != nil }.map { index in
        ListPart { $0.sections[index].order = nil }
      }
      // Before the sections, which take along the first picture that rows show.
      parts.append(ListPart { $0.picture = nil })
      parts += list.sections.indices.filter { list.sections[$0].gallery != nil }.map { index in
        ListPart { list in
          list.sections[index].gallery = nil
          if list.picture == list.sections[index].name { list.picture = nil }
        }
      }
      parts += list.sections.indices.map { index in
        ListPart { list in
          let gone = list.sections.remove(at: index).name
          // Rows show the first picture of a section alone.
          if list.picture == gone { list.picture = nil }
        }
      }
      parts += list.details.indices.map { index in ListPart { $0.details.remove(at: index) } }
      parts += list.documents.indices.filter { list.documents[$0].table != nil }.map { index in
        ListPart { $0.documents[index].table = nil }
      }
      parts += list.documents.indices.map { index in ListPart { $0.documents.remove(at: index) } }
      parts += list.searched.indices.map { index in ListPart { $0.searched.remove(at: index) } }
      parts += list.titleElse.indices.map { index in ListPart { $0.titleElse.remove(at: index) } }
      parts += list.subtitle.indices.map { index in ListPart { $0.subtitle.remove(at: index) } }
      parts += [
        ListPart { $0.value = nil }, ListPart { $0.hasInitials = false },
        ListPart { $0.layout = nil },
        ListPart { $0.sort = [] },
        ListPart { list in list.changeLines { $0.discount = nil } },
        ListPart { list in list.changeLines { $0.shown = [] } },
        ListPart { list in list.changeLines { ($0.stock, $0.reserving) = (nil, nil) } },
        ListPart { list in list.changeLines { $0.hidden = nil } },
        ListPart { list in list.changeLines { $0.askAbove(extras: true, taxRate: false) } },
        ListPart { list in list.changeLines { $0.askAbove(extras: false, taxRate: true) } },
        ListPart { list in list.changeLines { $0.losePrice() } },
        ListPart { list in
          guard let lines = list.lines else { return }
          list.lines = nil
          list.show(lines.relationship, isShared: false)
        },
        ListPart { $0.card = CardDescription() }, ListPart { $0.fieldGroups = [] },
      ]
      return parts
    }

    // What several pictures or files can do without.
    private static func galleryParts(of section: ListDescription.Section, at index: Int) -> [ListPart] {
      guard section.gallery != nil else { return [] }
      var parts = [ListPart { $0.sections[index].gallery?.poster = nil }]
      parts += [\GalleryDescription.fileName, \.order, \.caption, \.date, \.credit, \.link].map { part in
        ListPart { $0.sections[index].gallery?[keyPath: part] = nil }
      }
      return parts
    }
  }
}
