import KartotekaModel
import KartotekaScreens
import KartotekaTransfer

// Changes of a designed application's kinds of records, tabs and looks.
extension AppDocument {
  /// Adds a kind of record with its fields; a field called Name if none is given.
  @discardableResult package mutating func addEntity(
    one: String, many: String, fields: [FieldShape]
  ) throws(ShapeFault) -> String {
    let (one, many) = try Self.nouns(one, many)
    try checkNouns(one, many, except: nil)
    // Its tab has its name as the last part of its address, as overviews have theirs.
    let taken = Set(entities.flatMap { [$0.name, $0.plural] + $0.formerNames } + (tabs ?? []).map(\.path))
      .union(ReservedNames.paths)
    let base = isDeclared ? AddedName.of(NameGuess.entity(one)) : NameGuess.entity(one)
    var (name, number) = (base, 2)
    while taken.contains(name) || taken.contains(Naming.kebabPlural(name)) {
      name = base + String(number)
      number += 1
    }
    var entity = DocumentEntity()
    entity.name = name
    entity.plural = Naming.kebabPlural(name)
    entity.table = entity.plural.replacing("-", with: "_")
    entity.nouns = Nouns(one, many)
    entities.append(entity)
    var title = FieldShape()
    title.label = "Name"
    title.isRequired = true
    for field in fields.isEmpty ? [title] : fields { try addField(field, to: name) }
    if var tabs {
      guard let tab = StandardTabs.tabs(of: ModelDescription(drafts: entities)).last else { return name }
      tabs.append(tab)
      self.tabs = tabs
    }
    return name
  }

  /// Changes what people call records. Addresses and tables keep their names.
  /// - Parameters:
  ///   - one: one of them; nil for no change.
  ///   - many: several; nil for no change.
  package mutating func nameEntity(_ name: String, one: String?, many: String?) throws(ShapeFault) {
    let place = try place(name)
    let old = entities[place].nouns
    let given = try Self.nouns(one ?? old.one, many ?? old.many)
    let (one, many) = (one == nil ? old.one : given.0, many == nil ? old.many : given.1)
    try checkNouns(one, many, except: name)
    let before = Self.capitalized(old.many)
    entities[place].nouns = Nouns(one, many)
    guard var tabs else { return }
    for index in tabs.indices where tabs[index].screen.entity == name && tabs[index].title == before {
      tabs[index].title = Self.capitalized(many)
    }
    self.tabs = tabs
  }

  /// Removes a kind of record with its records, the relationships to it and its screens.
  package mutating func removeEntity(_ name: String) throws(ShapeFault) {
    let items = itemKinds(of: entities[try place(name)])
    guard entities.count > items.count + 1 else {
      throw ShapeFault("", "An application needs at least one kind of record")
    }
    for item in items { try removeEntityAlone(item) }
    try removeEntityAlone(name)
  }

  private mutating func removeEntityAlone(_ name: String) throws(ShapeFault) {
    let place = try place(name)
    for other in entities where other.name != name {
      for relationship in other.relationships where relationship.target == name {
        try? removeField(relationship.name, of: other.name)
      }
    }
    for relationship in entities[place].relationships { try? removeField(relationship.name, of: name) }
    entities.removeAll { $0.name == name }
    tabs?.removeAll { $0.screen.entity == name }
    if tabs?.isEmpty ?? false { tabs = nil }
    removeFaultyParts()
  }

  /// Gives the records of an entity notes, or takes them away with what was written.
  package mutating func setNotes(_ hasNotes: Bool, of entity: String) {
    guard let place = entities.firstIndex(where: { $0.name == entity }) else { return }
    entities[place].hasNotes = hasNotes
  }

  /// Changes what the application is called and how it looks.
  /// - Parameters:
  ///   - purpose: the sentence that stands where there are no records; nil for no change.
  ///   - question: the question of a first screen that leads to the tabs; empty for none, nil for no change.
  package mutating func setLook(
    title: String, summary: String, purpose: String? = nil, question: String? = nil, symbol: Symbol, hue: Int
  ) throws(ShapeFault) {
    guard !title.isEmpty else { throw ShapeFault("title", "This can't be empty") }
    self.title = title
    self.summary = summary
    if let purpose { self.purpose = purpose }
    if let question { welcome = question.isEmpty ? nil : Welcome(question) }
    self.symbol = symbol
    self.hue = hue
  }

  /// Changes for how long changes of records can be undone.
  /// - Parameters:
  ///   - days: the number of days, at least 1.
  ///   - megabytes: the size at most, at least 1; nil for no change.
  package mutating func setHistory(days: Int, megabytes: Int?) throws(ShapeFault) {
    guard days >= 1 else { throw Self.tooLittle("days") }
    history.days = days
    guard let megabytes else { return }
    guard megabytes >= 1 else { throw Self.tooLittle("megabytes") }
    history.bytes = HistoryRetention(days: days, megabytes: megabytes).bytes
  }

  private static func tooLittle(_ field: String) -> ShapeFault {
    ShapeFault(field, Phrase("This has to be at least {minimum}", ["minimum": .text("1")]))
  }

  /// The tabs, written down.
  package var writtenTabs: [TabDescription] { tabs ?? StandardTabs.tabs(of: ModelDescription(drafts: entities)) }

  /// Moves a tab before another one, or behind all for nil. Nothing is done where one of them is gone.
  package mutating func moveTab(_ path: String, before other: String?) {
    var tabs = writtenTabs
    guard path != other, let from = tabs.firstIndex(where: { $0.path == path }) else { return }
    let tab = tabs.remove(at: from)
    guard let to = other.map({ other in tabs.firstIndex { $0.path == other } }) ?? tabs.endIndex else { return }
    tabs.insert(tab, at: to)
    if tabs != writtenTabs { self.tabs = tabs }
  }

  /// Changes a tab's title, symbol and place.
  package mutating func changeTab(
    of entity: String, title: String, symbol: Symbol, isUnderMore: Bool
  ) throws(ShapeFault) {
    guard !title.isEmpty else { throw ShapeFault("tab", "This can't be empty") }
    var tabs = writtenTabs
    guard let index = tabs.firstIndex(where: { $0.screen.entity == entity }) else { return }
    tabs[index].title = title
    tabs[index].symbol = symbol
    tabs[index].isUnderMore = isUnderMore
    if tabs != writtenTabs { self.tabs = tabs }
  }

  private static func nouns(_ one: String, _ many: String) throws(ShapeFault) -> (String, String) {
    guard !one.isEmpty else { throw ShapeFault("one", "This can't be empty") }
    guard one.contains(where: \.isLetter) else { throw ShapeFault("one", "This has to have a letter") }
    // English plurals; other languages' have to be given.
    let isEnglish = one.utf8.allSatisfy { $0 < 0x80 }
    return (lowered(one), lowered(!many.isEmpty ? many : isEnglish ? Naming.plural(one) : one))
  }

  // Nouns are small except for abbreviations and names.
  private static func lowered(_ noun: String) -> String {
    let second = noun.dropFirst().first
    return second?.isUppercase ?? false ? noun : noun.prefix(1).lowercased() + noun.dropFirst()
  }

  private func checkNouns(_ one: String, _ many: String, except name: String?) throws(ShapeFault) {
    for entity in entities where entity.name != name {
      if Naming.key(entity.nouns.one) == Naming.key(one) {
        throw ShapeFault("one", Phrase("There is a kind of record called {name} already", ["name": .text(one)]))
      }
      if Naming.key(entity.nouns.many) == Naming.key(many) {
        throw ShapeFault("many", Phrase("There is a kind of record called {name} already", ["name": .text(many)]))
      }
    }
  }
}
