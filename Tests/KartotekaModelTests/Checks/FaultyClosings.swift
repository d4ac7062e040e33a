import KartotekaModel
import KartotekaScreens

private struct Consignment: Entity {
  let name = Attribute<String>("Name", .required, .title)
  let sentDate = Attribute<CalendarDate>(
    "Sent", .closesRecord(by: "send", reopenedBy: "take-back", "It is on its way."))
}

private struct Postcard: Entity {
  let name = Attribute<String>("Name", .required, .title)
  let sentDate = Attribute<CalendarDate>("Sent", .required, .closesRecord(by: "send", "It is on its way."))
}

/// Applications whose records can't be closed, or never be open, and one that is sound.
enum FaultyClosings {
  static let sound = app(Consignment.self, actions: ["send", "take-back"], on: "consignment")

  static let all: [FaultyApp] = [
    FaultyApp("closing-sound", app(Consignment.self, actions: ["take-back"], on: "consignment")),
    FaultyApp("closing-sound", app(Consignment.self, actions: ["send"], on: "consignment")),
    FaultyApp("closing-sound", app(Postcard.self, actions: ["send"], on: "postcard")),
  ]

  private static func app(_ entity: any Entity.Type, actions: [String], on name: String) -> AppDescription {
    AppDescription(
      name: "post", title: "Post", summary: "", symbol: .box, hue: 120, model: ModelDescription([entity]),
      tabs: [
        TabDescription(
          path: name + "s", title: "Post", symbol: .box,
          screen: .list(ListDescription(entity: name, title: ["name"], subtitle: [])))
      ],
      actions: actions.map { ActionDescription(name: $0, title: "Do", scope: .record(name)) })
  }
}
