import KartotekaModel
import KartotekaScreens

struct Parcel: Entity {
  let sent = Attribute<CalendarDate>("Sent")
  let weight = Attribute<Int>("Weight", .required)
  let allowed = Attribute<Int>("Allowed", .required)
  let label = Attribute<String>("Label", .title)
  let sender = ToOne<Sender>("Sender")
}

struct Sender: Entity {
  let name = Attribute<String>("Name", .required, .title)
}

/// Applications whose overviews can't be worked out or lead nowhere, and one that is sound.
enum FaultyOverviews {
  static let sound = app(overview)

  static let all: [FaultyApp] = [
    broken { $0 = OverviewDescription() },
    total(.sum(.init(entity: "letter", expression: .value("weight")))),
    total(.sum(.init(entity: "parcel", expression: .value("label")))),
    total(.average(.init(entity: "parcel", expression: .value("size")))),
    total(.average(.init(entity: "parcel", expression: .value("weight"), subset: lost))),
    total(.share(lost)),
    figure { $0.subset.entity = "letter" },
    figure { $0.since = "label" },
    figure { $0.since = "arrived" },
    chart { $0.series.entity = "letter" },
    chart { $0.series.expression = .value("label") },
    chart { $0.series.expression = .rounded(.value("weight"), scale: 10) },
    chart { $0.series.date = "weight" },
    chart { $0.series.date = "sender.born" },
    chart { $0.kind = .ranking("sender.town", most: 5) },
    chart { $0.kind = .ranking("sender", most: 0) },
    chart { $0.kind = .months(61) },
    chart { $0.months = 0 },
    watch { $0.subset.entity = "letter" },
    watch { $0.order = .value("size") },
    watch { $0.facts[0].name = "size" },
    watch { $0.gauge?.mark = "size" },
    watch { $0.action = "weigh" },
    subsets { $0.subsets[0].entity = "sender" },
    subsets { $0.subsets[0].name = "Too heavy" },
    subsets { $0.subsets[0] = Subset(state: "lost", of: Parcel.self).description },
    watch { $0.subset = Subset(state: "lost", of: Parcel.self).description },
    subsets { $0.subsets.append($0.subsets[0]) },
    subsets { $0.subsets[0].predicate = .formula(Formula("nothing > 1")) },
  ]

  private static let lost = Subset(state: "lost", of: Parcel.self).description

  private static func total(_ content: FigureDescription.Content) -> FaultyApp {
    broken { overview in
      var figure = overview.figures[0]
      figure.content = content
      overview.figures.append(figure)
    }
  }

  private static let heavy = Subset("heavy", "Heavy", where: \Parcel.weight > \Parcel.allowed)
  private static let weights = Series(Calculation(\Parcel.weight), on: \.sent)

  private static let overview = Overview {
    Figure("Heavy", counting: heavy).since(\.sent)
    Chart("Weights", of: weights, by: \.sender)
    Watch("Heavy", heavy, least: \.allowed - \.weight)
      .telling("{count} g", \.weight).drawing(\.weight, mark: \.allowed).offering("return")
  }.description

  private static func broken(_ change: (inout OverviewDescription) -> Void) -> FaultyApp {
    guard case .overview(var overview) = overview else { return FaultyApp("overview-consistent", sound) }
    change(&overview)
    return FaultyApp("overview-consistent", app(.overview(overview)))
  }

  private static func figure(_ change: (inout FigureDescription.Count) -> Void) -> FaultyApp {
    broken { overview in
      guard case .count(var count) = overview.figures[0].content else { return }
      change(&count)
      overview.figures[0].content = .count(count)
    }
  }

  private static func chart(_ change: (inout ChartDescription) -> Void) -> FaultyApp {
    broken { overview in
      guard case .chart(var chart) = overview.panels[0] else { return }
      change(&chart)
      overview.panels[0] = .chart(chart)
    }
  }

  private static func watch(_ change: (inout WatchDescription) -> Void) -> FaultyApp {
    broken { overview in
      guard case .watch(var watch) = overview.panels[1] else { return }
      change(&watch)
      overview.panels[1] = .watch(watch)
    }
  }

  private static func subsets(_ change: (inout ListDescription) -> Void) -> FaultyApp {
    var list = ListDescription(entity: "parcel", title: ["label"], subtitle: [])
    list.subsets = [heavy.description]
    change(&list)
    return FaultyApp("subsets-consistent", app(overview, list: list))
  }

  private static func app(_ overview: ScreenDescription, list: ListDescription? = nil) -> AppDescription {
    let list = list ?? ListDescription(entity: "parcel", title: ["label"], subtitle: [])
    return AppDescription(
      name: "post", title: "Post", summary: "", symbol: .box, hue: 150,
      model: ModelDescription([Parcel.self, Sender.self]),
      tabs: [
        TabDescription(path: "overview", title: "Overview", symbol: .chart, screen: overview),
        TabDescription(path: "parcel", title: "Parcels", symbol: .box, screen: .list(list)),
      ],
      actions: [ActionDescription(name: "return", title: "Return", scope: .record("parcel"))])
  }
}
