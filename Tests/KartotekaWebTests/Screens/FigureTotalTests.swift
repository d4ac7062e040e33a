import Foundation
import HTTPTesting
import HTTPTypes
import Kartoteka
import KartotekaScreens
import KartotekaStore
import Testing

@testable import KartotekaHTML
@testable import KartotekaWeb

@Suite("Figures with sums, averages and shares")
struct FigureTotalTests {
  private struct Score: Entity {
    let title = Attribute<String>("Title", .required, .title, .length(1...40))
    let price = Attribute<Decimal>("Price", .scale(2), .currency("EUR"))
    let copies = Attribute<Int>("Copies", .required, .default(1))
    let insured = Attribute<Decimal>("Insured", .scale(2), .currency("EUR"))

    let value = Computed<Score, Decimal>("Value", .scale(2), .currency("EUR")) { .of(\.price * \.copies) }
    let isDear = Computed<Score, Bool>("Dear") { \.price > 20 && \.copies == 1 }
  }

  private static let dear = Subset("dear", "Dear", where: \Score.isDear == true)

  private static let app = App("library", title: "Library", symbol: .book, hue: 120, entities: [Score.self]) {
    Tab("Overview", symbol: .chart) {
      Overview {
        Figure("Worth", sum: \Score.price * \Score.copies)
        Figure("Dear worth", sum: \Score.value, of: dear)
        Figure("Insured", sum: \Score.insured)
        Figure("Average price", average: \Score.price)
        Figure("Average copies", average: \Score.copies)
        Figure("Dear ones", share: dear)
      }
    }
    Tab("Scores", symbol: .book) { List(Score.self, title: \.title).sorted(by: \.title) }
  }

  @Test("are computed of all records or of a subset, and lead there")
  func figures() async throws {
    #expect(Self.app.check() == [])
    let store = try Store(inMemory: Self.app.description.model)
    for (title, price, copies) in [("Requiem", "10", 2), ("Messiah", "31.30", 1), ("Elijah", "", 1)] {
      var score = Record<Score>()
      (score.title, score.price, score.copies) = (title, Decimal(string: price), copies)
      if copies == 2 { score.insured = Decimal(string: "1234567.80") }
      try await store.save(&score)
    }
    try await Server([RunningApp(Self.app, on: store)], logger: .quiet).application().test { client in
      func page(_ path: String) async throws -> String {
        String(buffer: try await client.execute(uri: path, method: .get, headers: [.acceptLanguage: "en"]).body)
      }
      let overview = try await page("/library/overview")
      for text in [
        "Worth", "€51.30", "Dear worth", "€31.30", "Average price", "€20.65", "€1,234,568", "1.33", "33%", "1 of 3",
      ] {
        #expect(overview.contains(text), "\(text): \(overview)")
      }
      #expect(overview.contains("/library/scores?only=dear"))
      let dear = try await page("/library/scores?only=dear")
      #expect(dear.contains("Messiah") && !dear.contains("Requiem"))
    }
  }
}
