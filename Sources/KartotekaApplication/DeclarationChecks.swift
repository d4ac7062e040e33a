import KartotekaModel
import KartotekaScreens

extension App {
  /// All faults of the declarations: of entities, screens, actions, rules, hooks, pages and routes. A server does not start
  /// with any.
  public func check() -> [DescriptionFault] {
    let declared =
      sharedFaults + digitFaults + entityFaults + actionFaults + pageFaults + blockFaults + routeFaults
      + migrationFaults + scheduleFaults + nameFaults
    let screens = description.check(model: []).map { fault in
      var fault = fault
      fault.place = actionPlace(of: fault) ?? tabPlace(of: fault)
      return fault
    }
    return (description.model.check() + screens + declared).map { fault in
      var fault = fault
      fault.place = fault.place ?? places.place(of: fault)
      return fault
    }
  }

  private func actionPlace(of fault: DescriptionFault) -> SourcePlace? {
    guard fault.rule.hasPrefix("action-"), let name = fault.field?.split(separator: ".").first else { return nil }
    return actions.last { $0.description.name == name }?.place
  }

  // The tab without which there is no such fault.
  private func tabPlace(of fault: DescriptionFault) -> SourcePlace? {
    places.tabs.indices.last { index in
      var others = description
      others.tabs.remove(at: index)
      return !others.check(model: []).contains(fault)
    }.map { places.tabs[$0] }
  }

  /// The places of declarations in Swift.
  struct Places: Sendable {
    var app: SourcePlace?
    var entities: [any Entity.Type] = []
    var tabs: [SourcePlace] = []

    /// The place of the declaration that a fault is about: a property, an entity, else the application.
    func place(of fault: DescriptionFault) -> SourcePlace? {
      entities.first { $0.name == fault.entity }?.place(of: fault.field) ?? app
    }
  }

  // An attribute has one position: the records of a second entity would have the values of other fields.
  private var sharedFaults: [DescriptionFault] {
    var owners: [ObjectIdentifier: String] = [:]
    return places.entities.flatMap { entity in
      entity.declaredObjects.compactMap { name, id -> DescriptionFault? in
        let own = entity.name + "." + name
        guard let owner = owners.updateValue(own, forKey: id), owner != own else { return nil }
        return Self.fault(
          "property-shared", at: entity.place(of: name), entity: entity.name, field: name,
          "\(own) is the same object as \(owner).", hint: "Declare it anew in each entity.")
      }
    }
  }

  // Such a decimal would take whole numbers alone, which no price is.
  private var digitFaults: [DescriptionFault] {
    places.entities.flatMap { entity in
      entity.decimalsWithoutDigits.map { name in
        Self.fault(
          "decimal-digits-stated", at: entity.place(of: name), entity: entity.name, field: name,
          "The decimal says neither its digits after the point nor its currency.",
          hint: "Add .scale(2) or .currency(\"EUR\"), and .scale(0) if all of its values are whole numbers.")
      }
    }
  }

  // Rules and hooks run when people and programs write records; nobody writes those of derived entities.
  private var entityFaults: [DescriptionFault] {
    let written = rules.map { ($0.entity, $0.place) } + hooks.map { ($0.entity, $0.place) }
    let faults = written.compactMap { name, place -> DescriptionFault? in
      guard description.model.entity(named: name)?.isDerived == true else { return nil }
      return Self.fault(
        "code-entity-written", at: place, entity: name,
        "A rule or hook is for \(name), whose records are derived from others and never saved.",
        hint: "Declare it for the entities that they are derived from.")
    }
    var all: [(String, SourcePlace?)] = written.map { ($0.0, $0.1) }
    all += blocks.map { ($0.entity, $0.place) }
    all += choosers.map { ($0.entity, places.app) }
    return faults
      + all.filter { description.model.entity(named: $0.0) == nil }.map { name, place in
        Self.fault(
          "code-entity-exists", at: place, entity: name,
          "A rule, hook, block or chooser is for \(name), which is no entity of the application.",
          hint: "Add its type to `entities:`.")
      }
  }

  // The names of fields that people add on screens: a new version of the declaration takes none of them.
  private var nameFaults: [DescriptionFault] {
    if design != nil || openedFile != nil { return [] }
    return (layer?.declared ?? description).model.entities.flatMap { entity in
      let fields = entity.attributes.map(\.name) + entity.relationships.map(\.name) + entity.computed.map(\.name)
      return ([entity.name] + fields).filter(AddedName.isOne).map { name in
        Self.fault(
          "names-not-added", at: nil, entity: entity.name, field: name == entity.name ? nil : name,
          "The name \(name) is one of those that fields get which are added on screens.",
          hint: "Choose a name that does not begin with “own” and a capital. With `renamed(from:)` the values stay.")
      }
    }
  }

  private var actionFaults: [DescriptionFault] {
    actions.flatMap { action in
      action.misdeclared.map { misdeclaration in
        let (problem, hint): (FaultText, FaultText) =
          switch misdeclaration {
          case .twoAnswers: ("It declares two answers.", "Declare a value or a file.")
          case .proposal(let input):
            ("It proposes a value for “\(input)”, which it does not ask.", "Declare the input with `asking` before.")
          case .noInput(let name):
            (
              "Its input “\(name)” is neither an attribute nor a to-one relationship.",
              "Declare it as `let \(name) = Attribute<…>(…)` or `ToOne<…>(…)`."
            )
          }
        return Self.fault("action-sound", at: action.place, field: action.description.name, problem, hint: hint)
      }
    }
  }

  private var pageFaults: [DescriptionFault] {
    var seen: Set<String> = []
    let taken = pages.isEmpty ? nil : description.model.entity(plural: "pages")
    let faults = pages.flatMap { page -> [DescriptionFault] in
      func fault(_ rule: String, _ problem: FaultText, hint: FaultText) -> DescriptionFault {
        Self.fault(rule, at: page.place, field: page.name, problem, hint: hint)
      }
      var faults: [DescriptionFault] = []
      let others = page.parts.dropFirst()
      let isValid =
        page.parts.first.map { NameForm.isKebabCase(String($0)) } == true
        && others.allSatisfy { $0.wholeMatch(of: #/[a-z0-9-]+|\{[a-zA-Z]+\}/#) != nil }
      if !isValid || Set(page.parameters).count < page.parameters.count {
        faults.append(
          fault(
            "page-name-valid", "The page's name “\(page.name)” can't stand in addresses.",
            hint: "Use small ASCII letters, digits and hyphens, a letter first; parts behind slashes may be in braces.")
        )
      }
      if !page.hasAddress, page.isInTabBar || isTab(page) {
        faults.append(
          fault(
            "page-name-valid", "The page “\(page.name)” can't be a tab, because its address has parts in braces.",
            hint: "Declare it among `pages:`, and lead to it by links."))
      }
      if page.title.trimmingSpaces().isEmpty {
        faults.append(fault("page-title-given", "The page has no title.", hint: "Give it the words that people read."))
      }
      // The names of parts make no difference to which page a request is for.
      if !seen.insert(page.parts.map { $0.hasPrefix("{") ? "{}" : $0 }.joined(separator: "/")).inserted {
        faults.append(
          fault("page-names-unique", "Two pages have the name “\(page.name)”.", hint: "Rename one of them."))
      }
      return faults
    }
    let unknown = description.tabs.compactMap { tab -> DescriptionFault? in
      guard case .page(let name) = tab.screen, !pages.contains(where: { $0.name == name }) else { return nil }
      return Self.fault(
        "page-tab-known", at: nil, field: name, "The tab “\(tab.title)” shows the page “\(name)”, which is not there.",
        hint: "Own pages are declared in Swift: use Tab(page).")
    }
    let symbols = SymbolsSound.complaints(about: pages.map(\.symbol), besides: description).map { name, problem, hint in
      Self.fault(
        "symbols-sound", at: pages.last { $0.symbol.own?.name == name }?.place, field: name, problem, hint: hint)
    }
    return faults + unknown + symbols
      + (taken.map {
        [
          Self.fault(
            "page-name-valid", at: pages.first?.place, entity: $0.name,
            "The records of \($0.name) have the address `pages` of own pages.",
            hint: "Declare another `static let plural` for \($0.name).")
        ]
      } ?? [])
  }

  private func isTab(_ page: OwnPage) -> Bool { description.tabs.contains { $0.screen == .page(page.name) } }

  private var blockFaults: [DescriptionFault] {
    blocks.flatMap { block -> [DescriptionFault] in
      var faults: [DescriptionFault] = []
      if block.title.trimmingSpaces().isEmpty {
        faults.append(
          Self.fault(
            "block-title-given", at: block.place, entity: block.entity, "The block has no heading.",
            hint: "Give it the words that people read."))
      }
      if let entity = description.model.entity(named: block.entity), description.list(of: entity) == nil,
        description.table(of: entity) == nil
      {
        faults.append(
          Self.fault(
            "block-has-page", at: block.place, entity: block.entity,
            "The block “\(block.title)” stands on pages of \(block.entity), which has none.",
            hint: "Add a tab with a list or a table of \(block.entity)."))
      }
      return faults
    }
  }

  private var routeFaults: [DescriptionFault] {
    var seen: Set<String> = []
    let taken = ReservedNames.paths.union(description.model.entities.map(\.plural)).union(["imports"])
    let reserved = taken.sorted().joined(separator: ", ")
    return routes.flatMap { route -> [DescriptionFault] in
      func fault(_ rule: String, _ problem: FaultText, hint: FaultText) -> DescriptionFault {
        Self.fault(rule, at: route.place, field: route.path, problem, hint: hint)
      }
      var faults: [DescriptionFault] = []
      let parts = route.path.split(separator: "/", omittingEmptySubsequences: false)
      let names = parts.filter { $0.hasPrefix("{") }
      let isValid = parts.allSatisfy { $0.wholeMatch(of: #/[a-z0-9-]+|\{[a-zA-Z]+\}/#) != nil }
      // Below an entity's address only an action's name would be free, and a later relationship could take it.
      let isTaken = parts.first.map { taken.contains(String($0)) || $0.hasPrefix("{") } ?? true
      // The names of parts make no difference to which route a request takes.
      let form = parts.map { $0.hasPrefix("{") ? "{}" : $0 }.joined(separator: "/")
      let isNew = seen.insert(route.method.rawValue + " " + form).inserted
      if !isValid || isTaken || !isNew || Set(names).count < names.count {
        faults.append(
          fault(
            "route-path-free",
            isNew
              ? "The path “\(route.path)” is no free path below the application's."
              : "Two routes have the path “\(route.path)”.",
            hint:
              "Use small letters, digits, hyphens and parts in braces, each once, and begin with none of: \(reserved).")
        )
      }
      if let query = route.query, !query.isQuery {
        faults.append(
          fault(
            "route-input-possible", "The query of “\(route.path)” is no structure of single values.",
            hint: "Take a structure of texts, numbers and truth values, or a body."))
      }
      if route.body != nil, route.method == .get || route.method == .delete {
        faults.append(
          fault(
            "route-input-possible", "A \(route.method.rawValue.uppercased()) request has no body.",
            hint: "Take a `query:`, or declare the route as .post or .put."))
      }
      return faults
    }
  }

  private var migrationFaults: [DescriptionFault] {
    var seen: Set<String> = []
    return migrations.map(\.name).filter { $0.isEmpty || !seen.insert($0).inserted }.map { name in
      Self.fault(
        "migration-names-unique", at: nil, field: name,
        name.isEmpty ? "A migration step has no name." : "Two migration steps have the name “\(name)”.",
        hint: "A database notes by its name that it had a step: give each its own.")
    }
  }

  static func fault(
    _ rule: String, at place: SourcePlace?, entity: String? = nil, field: String? = nil, _ problem: FaultText,
    hint: FaultText
  ) -> DescriptionFault {
    var fault = DescriptionFault(rule: rule, entity: entity, field: field, problem: problem, hint: hint)
    fault.place = place
    return fault
  }
}
