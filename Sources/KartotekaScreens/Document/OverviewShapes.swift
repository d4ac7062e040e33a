import KartotekaModel

extension OverviewDescription: DocumentValue {
  package static var shape: Shape<OverviewDescription> {
    .object("Overview", OverviewDescription()) {
      Member.optional("figures", \.figures, "The numbers in the first row.")
      Member.optional("panels", \.panels, "What stands below them.")
    }
  }
}

extension OverviewDescription.Panel: DocumentValue {
  package static var shape: Shape<OverviewDescription.Panel> {
    .oneOf("Panel") {
      Variant.of("chart", ChartDescription.shape, { .chart($0) }) {
        if case .chart(let chart) = $0 { chart } else { nil }
      }
      Variant.of("watch", WatchDescription.shape, { .watch($0) }) {
        if case .watch(let watch) = $0 { watch } else { nil }
      }
      Variant.of("view", ViewDescription.shape, { .view($0) }) { if case .view(let view) = $0 { view } else { nil } }
    }
  }
}

extension ViewDescription.Form: DocumentValue {}

extension ViewDescription: DocumentValue {
  package static var shape: Shape<ViewDescription> {
    .object("ViewPart", ViewDescription("", of: "")) {
      Member.needed("title", \.title, "What stands above it.")
      Member.needed("entity", \.entity, "The entity whose list it is.")
      Member.optional("view", \.view, "The list's parameters: where=stage:eq:open&layout=chart:month:day.")
      Member.optional("form", \.form, "First records, a chart or a figure; the records unless given.")
      Member.optional("wide", \.isWide, "Whether it takes the whole width.")
    }
  }
}

extension SeriesDescription: DocumentValue {
  static var blank: SeriesDescription {
    SeriesDescription(entity: "", expression: .constant(0, scale: 0), date: "", subset: nil)
  }

  package static var shape: Shape<SeriesDescription> {
    .object("Series", blank) {
      Member.needed("entity", \.entity, "The entity.")
      Member.needed("sum", \.expression, "What is added up.")
      Member.needed("date", \.date, "The date it belongs to; of a related record: order.orderDate.")
      Member.optional("subset", \.subset, "Which of the records with the date count.")
    }
  }
}

extension FigureDescription.Tone: DocumentValue {}

extension FigureDescription: DocumentValue {
  package static var shape: Shape<FigureDescription> {
    .object("Figure", FigureDescription(title: "", content: .latestMonth(.blank))) {
      Member.needed("title", \.title, "What stands above it, with {month} where the latest month is named.")
      Member.needed("content", \.content, "What the number is.")
      Member.optional("tone", \.tone, "What it means.")
    }
  }
}

extension FigureDescription.Content: DocumentValue {
  package static var shape: Shape<FigureDescription.Content> {
    .oneOf("FigureContent") {
      Variant.of("count", FigureDescription.Count.shape, { .count($0) }) {
        if case .count(let count) = $0 { count } else { nil }
      }
      Variant.of("latestMonth", SeriesDescription.shape, { .latestMonth($0) }) {
        if case .latestMonth(let series) = $0 { series } else { nil }
      }
      Variant.of("sum", FigureDescription.Total.shape, { .sum($0) }) {
        if case .sum(let total) = $0 { total } else { nil }
      }
      Variant.of("average", FigureDescription.Total.shape, { .average($0) }) {
        if case .average(let total) = $0 { total } else { nil }
      }
      Variant.of("share", SubsetDescription.shape, { .share($0) }) {
        if case .share(let subset) = $0 { subset } else { nil }
      }
    }
  }
}

extension FigureDescription.Total: DocumentValue {
  package static var shape: Shape<FigureDescription.Total> {
    .object("Total", FigureDescription.Total(entity: "", expression: .constant(0, scale: 0), subset: nil)) {
      Member.needed("entity", \.entity, "The entity.")
      Member.needed("of", \.expression, "What is calculated of each record, or a computed value by its name.")
      Member.optional("subset", \.subset, "Which of the records count; all unless given.")
    }
  }
}

extension FigureDescription.Count: DocumentValue {
  package static var shape: Shape<FigureDescription.Count> {
    .object(
      "Count",
      FigureDescription.Count(subset: SubsetDescription(entity: "", name: "", title: "", predicate: .all([])))
    ) {
      Member.needed("subset", \.subset, "Which records are counted.")
      Member.optional("among", \.among, "The records that they are among.")
      Member.optional("since", \.since, "The date whose earliest is told.")
    }
  }
}

extension FigureDescription.Among: DocumentValue {
  package static var shape: Shape<FigureDescription.Among> {
    .object("Among", FigureDescription.Among(predicate: nil, words: "")) {
      Member.optional("where", \.predicate, "Which records they are; all unless given.")
      Member.needed("words", \.words, "How it is said, with {count}.")
    }
  }
}

extension ChartDescription: DocumentValue {
  package static var shape: Shape<ChartDescription> {
    .object("Chart", ChartDescription(title: "", series: .blank, kind: .months(12))) {
      Member.needed("title", \.title, "What stands above it.")
      Member.needed("series", \.series, "What is shown.")
      Member.needed("bars", \.kind, "What its bars stand for.")
      Member.optional("months", \.months, "How many months up to the latest are looked at.")
    }
  }
}

extension ChartDescription.Kind: DocumentValue {
  package static var shape: Shape<ChartDescription.Kind> {
    .oneOf("Bars") {
      Variant.of("months", Int.shape, { .months($0) }) { if case .months(let count) = $0 { count } else { nil } }
      Variant.of("ranking", Pair<String, Int>.shape, { .ranking($0.first, most: $0.second) }) {
        if case .ranking(let name, let most) = $0 { Pair(name, most) } else { nil }
      }
    }
  }
}

extension WatchDescription: DocumentValue {
  package static var shape: Shape<WatchDescription> {
    .object(
      "Watch",
      WatchDescription(
        title: "", subset: SubsetDescription(entity: "", name: "", title: "", predicate: .all([])),
        order: .constant(0, scale: 0))
    ) {
      Member.needed("title", \.title, "What stands above it.")
      Member.optional("subtitle", \.subtitle, "One line about it.")
      Member.needed("subset", \.subset, "Which records need attention.")
      Member.needed("order", \.order, "By what they are sorted, the least first.")
      Member.optional("most", \.most, "The most records shown.")
      Member.optional("facts", \.facts, "What is told of each.")
      Member.optional("gauge", \.gauge, "The level that is drawn.")
      Member.optional("action", \.action, "The action that is offered for each.")
    }
  }
}

extension WatchDescription.Fact: DocumentValue {
  package static var shape: Shape<WatchDescription.Fact> {
    .object("Fact", WatchDescription.Fact(name: "", words: nil, none: nil, isBadWithout: false)) {
      Member.needed("name", \.name, "The attribute or to-one relationship.")
      Member.optional("words", \.words, "The words around it, with {count} or {value}.")
      Member.optional("none", \.none, "The words where it is zero or missing.")
      Member.optional("badWithout", \.isBadWithout, "Whether none is bad.")
    }
  }
}

extension WatchDescription.Gauge: DocumentValue {
  package static var shape: Shape<WatchDescription.Gauge> {
    .object("Gauge", WatchDescription.Gauge(value: "", mark: "")) {
      Member.needed("value", \.value, "The attribute that the bar shows.")
      Member.needed("mark", \.mark, "The attribute that the mark shows.")
    }
  }
}

extension MapDescription: DocumentValue {
  package static var shape: Shape<MapDescription> {
    var blank = MapDescription(entity: "", region: "")
    blank.region = nil
    return .object("Map", blank) {
      Member.needed("entity", \.entity, "The entity whose records are countries, or else places.")
      Member.optional("region", \.region, "The attribute that says which country a record is.")
      Member.optional("position", \.position, "The attribute that says where a record is.")
      Member.optional("pins", \.pins, "The places in countries.")
      Member.optional("marked", \.marked, "What a country with a record is called.")
      Member.optional("unmarked", \.unmarked, "What a country without one is called.")
    }
  }
}

extension MapDescription.Pins: DocumentValue {
  package static var shape: Shape<MapDescription.Pins> {
    .object("Pins", MapDescription.Pins("", position: "")) {
      Member.needed("relationship", \.relationship, "The country's to-many relationship.")
      Member.needed("position", \.position, "The attribute that says where each place is.")
      Member.optional("date", \.date, "The date whose latest is told of a country.")
    }
  }
}

extension SettingsDescription: DocumentValue {
  package static var shape: Shape<SettingsDescription> {
    .object("Settings", SettingsDescription()) {
      Member.optional("panels", \.panels, "What stands at the top.")
      Member.optional("groups", \.groups, "What can be set, in groups.")
      Member.optional("about", \.about, "What the application says of itself.")
    }
  }
}

extension SettingsDescription.Group: DocumentValue {
  package static var shape: Shape<SettingsDescription.Group> {
    .object("SettingsGroup", SettingsDescription.Group("")) {
      Member.needed("title", \.title, "What stands above the settings.")
      Member.optional("note", \.note, "What stands below them.")
      Member.optional("settings", \.settings, "What can be set.")
      Member.optional("secrets", \.secrets, "What can be set and is never shown.")
    }
  }
}

extension AboutDescription: DocumentValue {
  package static var shape: Shape<AboutDescription> {
    .object("About", AboutDescription("")) {
      Member.needed("text", \.text, "What the application is for.")
      Member.optional("functions", \.functions, "What can be done with it.")
      Member.optional("credits", \.credits, "Whose data and services it uses.")
    }
  }
}

extension CreditDescription: DocumentValue {
  package static var shape: Shape<CreditDescription> {
    .object("Credit", CreditDescription("")) {
      Member.needed("text", \.text, "What is said.")
      Member.optional("address", \.address, "Where one finds more.")
      Member.optional("secret", \.secret, "The secret without which nothing is said.")
    }
  }
}

extension WorldShareDescription: DocumentValue {
  package static var shape: Shape<WorldShareDescription> {
    .object("WorldShare", WorldShareDescription(title: "", entity: "", country: "")) {
      Member.needed("title", \.title, "What stands above it.")
      Member.needed("entity", \.entity, "The entity.")
      Member.needed("country", \.country, "Its attribute that holds a country.")
      Member.optional("counted", \.counted, "The entity whose records are counted beside.")
      Member.optional("disputed", \.disputed, "The setting by which disputed countries count.")
    }
  }
}

extension Welcome: DocumentValue {
  package static var shape: Shape<Welcome> {
    String.shape.mapped(to: { Welcome($0) }, from: { $0.question })
  }
}

extension CalendarDescription.View: DocumentValue {}

extension CalendarDescription: DocumentValue {
  package static var shape: Shape<CalendarDescription> {
    .object("Calendar", CalendarDescription(entity: "", start: "")) {
      Member.needed("entity", \.entity, "The entity whose records it shows.")
      Member.needed("start", \.start, "The attribute with the day or the moment at which a record begins.")
      Member.optional("minutes", \.minutes, "The attribute with the number of minutes that a record lasts.")
      Member.optional("title", \.title, "What a record's first line shows; its title unless given.")
      Member.optional("subtitle", \.subtitle, "What a record's second line shows.")
      Member.optional("view", \.view, "The period that is shown first; a week unless given.")
    }
  }
}
