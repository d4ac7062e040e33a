import KartotekaModel
import KartotekaScreens

// Overviews, maps and settings.
extension SwiftScreens {
  func overview(_ overview: OverviewDescription) throws -> [String] {
    var lines = ["\(names.of("Overview")) {"]
    for figure in overview.figures { lines.append("  " + (try self.figure(figure))) }
    for panel in overview.panels {
      switch panel {
      case .chart(let chart): lines.append("  " + (try self.chart(chart)))
      case .watch(let watch): lines += try self.watch(watch).map { "  " + $0 }
      case .view(let view): lines.append("  " + (try self.view(view)))
      }
    }
    return lines + ["}"]
  }

  private func figure(_ figure: FigureDescription) throws -> String {
    switch figure.content {
    case .latestMonth(let series):
      guard figure.tone == .plain else { throw NotDeclarable() }
      return "\(names.of("Figure"))(\(text(figure.title)), latestMonthOf: \(try self.series(series)))"
    // The calculation of a figure has a declaration for attributes, and not for all that a description can say.
    case .sum, .average, .share: throw NotDeclarable()
    case .count(let count):
      let tone = figure.tone == .plain ? "" : ", tone: .\(figure.tone.rawValue)"
      var code = "\(names.of("Figure"))(\(text(figure.title)), counting: \(try subset(count.subset))\(tone))"
      if let among = count.among {
        let of = try entity(count.subset.entity)
        code +=
          among.predicate.map { ".among(\(of.condition($0)), \(text(among.words)))" }
          ?? ".amongAll(\(text(among.words)))"
      }
      if let since = count.since { code += ".since(\(short(since)))" }
      return code
    }
  }

  private func chart(_ chart: ChartDescription) throws -> String {
    let head = "\(names.of("Chart"))(\(text(chart.title)), of: \(try series(chart.series))"
    switch chart.kind {
    case .months(let months):
      guard months == chart.months else { throw NotDeclarable() }
      return "\(head), months: \(months))"
    case .ranking(let name, let most):
      guard chart.months == 12 else { throw NotDeclarable() }
      let parts = name.split(separator: ".").map(String.init)
      let source = try entity(chart.series.entity).entity
      guard let first = parts.first, source.relationship(first)?.cardinality == .toOne else { throw NotDeclarable() }
      if parts.count > 1, try target(first, of: source).relationship(parts[1])?.cardinality != .toOne {
        throw NotDeclarable()
      }
      return "\(head), by: \(parts.map(short).joined(separator: ", "))\(most == 8 ? "" : ", most: \(most)"))"
    }
  }

  private func view(_ view: ViewDescription) throws -> String {
    var arguments = [text(view.title), "of: \(names.entity(try entity(view.entity).entity.name)).self"]
    if !view.view.isEmpty { arguments.append(text(view.view)) }
    if view.form != .list { arguments.append("as: .\(view.form.rawValue)") }
    return "\(names.of("ViewPart"))(\(arguments.joined(separator: ", ")))" + (view.isWide ? ".wide()" : "")
  }

  private func watch(_ watch: WatchDescription) throws -> [String] {
    let of = try entity(watch.subset.entity)
    guard watch.most == 5 else { throw NotDeclarable() }
    var head = [text(watch.title), try subset(watch.subset)]
    if let subtitle = watch.subtitle { head.append("subtitle: " + text(subtitle)) }
    if case .value(let name) = watch.order, of.entity.attribute(name)?.kind == .date {
      head.append("earliest: " + short(name))
    } else {
      head.append("least: " + of.calculation(watch.order))
    }
    var lines = ["\(names.of("Watch"))(\(head.joined(separator: ", ")))"]
    for fact in watch.facts {
      guard let words = fact.words else {
        guard fact.none == nil, !fact.isBadWithout else { throw NotDeclarable() }
        lines.append("  .telling(\(try paths([fact.name], of: of.entity)))")
        continue
      }
      let none = fact.none.map { ", none: " + text($0) } ?? ""
      let bad = fact.isBadWithout ? ", isBadWithout: true" : ""
      lines.append("  .telling(\(text(words)), \(try paths([fact.name], of: of.entity))\(none)\(bad))")
    }
    if let gauge = watch.gauge { lines.append("  .drawing(\(short(gauge.value)), mark: \(short(gauge.mark)))") }
    if let action = watch.action { lines.append("  .offering(\(text(action)))") }
    return lines
  }

  // MARK: Maps and settings

  func map(_ map: MapDescription) throws -> [String] {
    let of = try entity(map.entity).entity
    guard (map.region == nil) != (map.position == nil) else { throw NotDeclarable() }
    let place = map.region.map { "region: " + short($0) } ?? map.position.map { "at: " + short($0) } ?? ""
    var lines = ["\(names.of("MapScreen"))(\(names.entity(of.name)).self, \(place))"]
    if let pins = map.pins {
      let date = pins.date.map { ", on: " + short($0) } ?? ""
      lines.append("  .pins(\(short(pins.relationship)), at: \(short(pins.position))\(date))")
    }
    lines.append("  .calling(\(text(map.marked)), else: \(text(map.unmarked)))")
    return lines
  }

  func settings(_ settings: SettingsDescription) throws -> [String] {
    var lines = ["\(names.of("SettingsScreen")) {"]
    for share in settings.panels {
      let of = try entity(share.entity).entity
      var arguments = [long(share.country, of: of)]
      if let counted = share.counted { arguments.append("counting: \(names.entity(counted)).self") }
      arguments.append("titled: " + text(share.title))
      let disputed = try share.disputed.map { ".counting(disputed: \(try setting($0)))" } ?? ""
      lines.append("  \(names.of("WorldShare"))(\(arguments.joined(separator: ", ")))\(disputed)")
    }
    for group in settings.groups {
      let note = group.note.map { ", note: " + text($0) } ?? ""
      lines.append("  \(names.of("SettingsGroup"))(\(text(group.title))\(note)) {")
      for one in group.settings { lines.append("    " + (try setting(one))) }
      for secret in group.secrets {
        let hint = secret.hint.isEmpty ? "" : ", hint: " + text(secret.hint)
        lines.append(
          "    \(names.of("Secret"))(\(text(secret.name)), \(text(secret.label)), environment: \(text(secret.environment))\(hint))"
        )
      }
      lines.append("  }")
    }
    if let about = settings.about {
      lines.append("  \(names.of("About"))(\(text(about.text)))")
      for function in about.functions { lines.append("    .does(\(text(function)))") }
      for credit in about.credits {
        guard let address = credit.address else { throw NotDeclarable() }
        let secret = try credit.secret.map { name in
          guard let secret = settings.groups.flatMap(\.secrets).first(where: { $0.name == name }) else {
            throw NotDeclarable()
          }
          return
            ", with: \(names.of("Secret"))(\(text(secret.name)), \(text(secret.label)), environment: \(text(secret.environment)))"
        }
        lines.append("    .credit(\(text(credit.text)), \(text(address))\(secret ?? ""))")
      }
    }
    return lines + ["}"]
  }

  private func setting(_ setting: AttributeDescription) throws -> String {
    let conditions = SwiftConditions(entity: EntityDescription(settings: [setting]), model: model, names: names)
    var bare = setting
    (bare.isRequired, bare.defaultValue) = (false, .null)
    let options = SwiftOptions(bare, conditions, model).options
    let value = setting.isRequired ? conditions.literal(setting.defaultValue, of: setting) : "\"\""
    guard let value, options.gaps.isEmpty, setting.kind != .choice,
      SwiftEntity.kind(of: setting).isEmpty, setting.isRequired || setting.kind == .text
    else { throw NotDeclarable() }
    let arguments = [text(setting.name), text(setting.label), "default: " + value] + options.options
    return "\(names.of("Setting"))<\(SwiftEntity.type(of: setting, names))>(\(arguments.joined(separator: ", ")))"
  }
}
