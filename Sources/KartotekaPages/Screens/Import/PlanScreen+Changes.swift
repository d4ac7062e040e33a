import KartotekaHTML
import KartotekaModel
import KartotekaTransfer

extension PlanScreen {
  /// The changes of a file in existing records, field by field.
  func changes(_ figures: TrialFigures, _ plan: FilePlan, _ say: Localizer) async throws
    -> ImportPreview.Changes
  {
    let entity = plan.entity
    let changed = figures.changes.first.map(\.change)
    var groups = try await ChangeWriter(changed, screens.screens, say).groups(changed)
    for index in groups.indices { (groups[index].history, groups[index].note) = (nil, say(entity.nouns.one)) }
    let fields = figures.changes.names(of: entity).map { name -> String in
      let label = entity.position(of: name).map { entity.columns[$0].label } ?? entity.relationship(name)?.label
      let count = say.language.grouped(figures.changes.counts[name] ?? 0)
      return say(label ?? name) + "\u{a0}" + count
    }
    var changes = ImportPreview.Changes(
      title: say("Changes by {file}", ["file": .text(plan.name)]), count: say.language.grouped(figures.changed),
      fields: fields, groups: groups)
    if plan.isGuessed {
      changes.warning = say(
        "That these are {entities} was guessed by the columns. See whether the changes are meant.",
        ["entities": .text(say(entity.nouns.many))])
    }
    let more = figures.changed - groups.count
    if more > 0 { changes.more = say("… and {count} more records", ["count": .count(more)]) }
    return changes
  }

  /// The fields that were changed here and in a file since its export, with both values.
  func conflicts(_ figures: TrialFigures, _ plan: FilePlan, _ say: Localizer) async throws -> ImportPreview.Changes {
    let entity = plan.entity
    var groups = try await ChangeWriter(figures.conflicts, screens.screens, say).groups(figures.conflicts)
    for index in groups.indices { (groups[index].history, groups[index].note) = (nil, say(entity.nouns.one)) }
    var conflicts = ImportPreview.Changes(
      title: say("Changed here and in {file}", ["file": .text(plan.name)]),
      count: say.language.grouped(figures.changedBoth),
      fields: [say("What is here now, and what the file says")], groups: groups)
    let more = figures.changedBoth - groups.count
    if more > 0 { conflicts.more = say("… and {count} more records", ["count": .count(more)]) }
    return conflicts
  }
}
