import KartotekaModel

extension AppDescription {
  /// The keys of all sentences and words that the application says, each once: its own, and those that screens compose from
  /// its nouns. A catalogue may leave out composed ones, for which neutral sentences stand.
  public var words: [String] {
    var words = Words()
    words.add(title, summary, purpose, welcome?.question)
    for tab in tabs { words.add(tab.title) }
    // The platform has the words of notes.
    for entity in model.entities where entity.notesOwner == nil { words.add(entity, besides: entity.notes(in: model)) }
    for tab in tabs { words.add(tab.screen, model) }
    for action in actions {
      words.add(action.title, action.confirmation)
      for input in action.inputs { words.add(input) }
      for related in action.related { words.add(related.label, related.placeholder) }
    }
    for job in jobs { words.add(job.doing, job.failure) }
    return words.keys
  }
}

/// Collects keys, each once.
private struct Words {
  private(set) var keys: [String] = []
  private var seen: Set<String> = [""]

  mutating func add(_ texts: String?...) {
    for case let text? in texts where seen.insert(text).inserted { keys.append(text) }
  }

  mutating func add(_ attribute: AttributeDescription) {
    add(attribute.label, attribute.placeholder, attribute.help, attribute.patternHint, attribute.closing?.reason)
    for choice in attribute.choices { add(choice.label) }
  }

  mutating func add(_ entity: EntityDescription, besides notes: RelationshipDescription?) {
    let (one, many) = (entity.nouns.one, entity.nouns.many)
    add(one, many, "{count} " + many, "New " + one, "No \(many) yet")
    add("There is no \(one) No. {number}", "There is no \(one) called “{title}”", entity.numberedTitle)
    for attribute in entity.attributes { add(attribute) }
    for relationship in entity.relationships where relationship.name != notes?.name {
      add(relationship.label, relationship.placeholder)
    }
    for computed in entity.computed { add(computed.attribute.label) }
    for state in entity.states { add(state.label) }
  }

  mutating func add(_ screen: ScreenDescription, _ model: ModelDescription) {
    switch screen {
    case .list(let list): add(list, model)
    case .table, .calendar, .page: break
    case .view(let view): add(view.subset?.title)
    case .groups(let groups): add("{count} " + groups.nouns.many, "No \(groups.nouns.many) yet")
    case .map(let map): add(map.marked, map.unmarked)
    case .overview(let overview): add(overview)
    case .settings(let settings): add(settings)
    }
  }

  private mutating func add(_ overview: OverviewDescription) {
    for figure in overview.figures {
      add(figure.title)
      switch figure.content {
      case .count(let count): add(count.subset.title, count.among?.words)
      case .latestMonth: break
      case .sum(let total), .average(let total): add(total.subset?.title)
      case .share(let subset): add(subset.title)
      }
    }
    for panel in overview.panels {
      add(panel.title)
      guard case .watch(let watch) = panel else { continue }
      add(watch.subtitle, watch.subset.title)
      for fact in watch.facts { add(fact.words, fact.none) }
    }
  }

  private mutating func add(_ settings: SettingsDescription) {
    for panel in settings.panels { add(panel.title) }
    for group in settings.groups {
      add(group.title, group.note)
      for setting in group.settings { add(setting) }
      for secret in group.secrets { add(secret.label, secret.hint) }
    }
    guard let about = settings.about else { return }
    add(about.text)
    for function in about.functions { add(function) }
    for credit in about.credits { add(credit.text) }
  }

  private mutating func add(_ list: ListDescription, _ model: ModelDescription) {
    for detail in list.details { add(detail.words) }
    for subset in list.subsets { add(subset.title) }
    for group in list.fieldGroups { add(group.title) }
    for section in list.sections { add(section.adding, section.note, section.newTitle) }
    for document in list.documents {
      add(document.title, document.recipientTitle, document.opening, document.note)
      add(document.issue?.draftTitle, document.reversal?.title)
    }
    for fold in list.lines?.folds ?? [] { add(fold.title) }
    add(list.lines?.needed?.reason, list.lines?.verb)
    add(list.valueNouns.map { "{count} " + $0.many }, list.card.mark?.title, list.card.years?.sentence)
    if let sort = list.sort.first, let entity = model.entity(named: list.entity),
      let label = (entity.attribute(sort.name) ?? entity.computed(sort.name)?.attribute)?.label
    {
      add("by " + label.prefix(1).lowercased() + label.dropFirst())
    }
  }
}
