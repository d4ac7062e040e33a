import KartotekaModel

/// The screens of an application that declares none: a list of each entity, with what a record leads to on its page.
package enum StandardTabs {
  /// The maximum number of lists in the tab bar; the others are under More.
  private static let most = 4

  package static func tabs(of model: ModelDescription) -> [TabDescription] {
    model.entities.filter { $0.notesOwner == nil }.enumerated().map { place, entity in
      var tab = TabDescription(
        path: entity.name, title: entity.nouns.many.prefix(1).uppercased() + entity.nouns.many.dropFirst(),
        symbol: symbol(of: entity), screen: .list(list(of: entity, in: model)))
      tab.isUnderMore = place >= most
      return tab
    }
  }

  /// The list of an entity that an application declares none of.
  package static func list(of entity: EntityDescription, in model: ModelDescription) -> ListDescription {
    let readable = entity.attributes.filter { !$0.isBytes }
    let titles = entity.titleAttributes.isEmpty ? Array(readable.prefix(1)) : entity.titleAttributes
    let title =
      titles.map(\.name).isEmpty
      ? entity.relationships.filter { $0.cardinality == .toOne }.prefix(1).map(\.name) : titles.map(\.name)
    let related = entity.relationships.filter { $0.cardinality == .toOne && !title.contains($0.name) }.map(\.name)
    let others = readable.filter { !title.contains($0.name) && !$0.multiline && $0.kind != .boolean }
    let numbers = others.filter { $0.behavior.isNumber }
    let subtitle = related + others.filter { !$0.behavior.isNumber }.map(\.name)

    var list = ListDescription(entity: entity.name, title: title, subtitle: Array(subtitle.prefix(2)))
    // An amount says by its currency what it is, and most numbers with decimals are amounts. Of whole numbers the first is most
    // likely to be the one that is looked for: the stock, and not from which on it is ordered anew.
    let amount = numbers.last { $0.currency != nil } ?? numbers.last { $0.kind == .real || $0.scale > 0 }
    list.value = (amount ?? numbers.first)?.name
    list.searched = readable.filter(\.isReadAsText).map(\.name)
    list.picture = entity.attributes.first { $0.kind == .picture }?.name
    list.hasMonograms = list.picture != nil
    // People are sorted by their family names.
    let isPerson = titles.count == 2 && TitleWords.lastNames.contains(Naming.key(titles[1].label))
    let sorted = isPerson ? titles.reversed() : titles
    if let first = sorted.first {
      list.sort = sorted.map { FetchSort($0.name) }
      list.hasInitials = first.kind == .text
    }
    // Notes have a section of their own.
    let notes = entity.notes(in: model)?.name
    list.sections = entity.relationships.filter { $0.cardinality != .toOne && $0.name != notes }.map { relationship in
      ListDescription.Section(
        relationship.name, adding: relationship.cardinality == .manyToMany ? "Add" : nil,
        offersNew: relationship.cardinality == .toMany)
    }
    return list
  }

  private static func symbol(of entity: EntityDescription) -> Symbol {
    let kinds = Set(entity.attributes.map(\.kind))
    if kinds.contains(.mail) || kinds.contains(.phone) { return .people }
    if kinds.contains(.coordinate) || kinds.contains(.country) { return .pin }
    if entity.attributes.contains(where: { $0.currency != nil }) { return .receipt }
    return .list
  }
}
