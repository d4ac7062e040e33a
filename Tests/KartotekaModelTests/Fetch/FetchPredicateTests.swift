import Foundation
import KartotekaModel
import Testing

@Suite("Predicates")
struct FetchPredicateTests {
  @Test("A list of conditions grows, other conditions become one")
  func and() {
    let (one, two): (FetchPredicate, FetchPredicate) = (
      .compare("a", .eq, [.integer(1)]), .has("students", 4)
    )
    #expect(one.and(two) == .all([one, two]))
    #expect(one.and(two).and(.not(one)) == .all([one, two, .not(one)]))
    #expect(FetchPredicate.any([one, two]).and(one) == .all([.any([one, two]), one]))
  }

  @Test("A predicate comes back from JSON as it went")
  func codable() throws {
    let predicate = FetchPredicate.all([
      .compare("a", .in, [.text("x"), .null]), .not(.any([.has("students", 4), .compare("b", .null, [])])),
    ])
    #expect(try JSONDecoder().decode(FetchPredicate.self, from: JSONEncoder().encode(predicate)) == predicate)
  }

  @Test("A sort the other way round is the other way round")
  func reversed() {
    #expect(FetchSort("name").reversed == FetchSort("name", ascending: false))
    #expect(FetchSort("name").reversed.reversed == FetchSort("name"))
  }
}
