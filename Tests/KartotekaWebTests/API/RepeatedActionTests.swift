import HTTPTypes
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Actions that are repeated")
struct RepeatedActionTests {
  struct Parcel: Entity {
    let name = Attribute<String>("Name", .required, .title)
    init() {}
  }

  private static let app = App(
    "post", title: "Post", symbol: .box, hue: 120, entities: [Parcel.self],
    actions: [
      Action("deliver", title: "Deliver", on: Parcel.self) { call, parcel in
        try await call.store.delete(parcel)
        return ActionResult("Delivered")
      }
    ]
  ) {
    Tab("Parcels", symbol: .box) { List(Parcel.self, title: \.name) }
  }

  @Test("An action that deletes its record answers the repeated request as the first one")
  func deleting() async throws {
    let store = try Store(inMemory: Self.app.description.model)
    var parcel = Record<Parcel>()
    parcel.name = "A"
    try await store.save(&parcel)
    let name = try #require(HTTPField.Name("Idempotency-Key"))
    try await Server(testing: RunningApp(Self.app, on: store)).application().test { client in
      let deliver = APICase.send(.post, "/api/post/parcels/1/actions/deliver", "{}", 200, has: ["Delivered"])
        .with([name: "once"])
      let first = try await deliver.run(client)
      #expect(try await deliver.run(client).body == first.body)
      try await APICase.send(.post, "/api/post/parcels/1/actions/deliver", "{}", 404).with([name: "other"]).run(client)
    }
  }
}
