import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaTransfer

@Suite("Proposals")
struct ProposalTests {
  private func proposals(_ desk: Desk) async throws -> [String] {
    let groups = try await desk.resolver.groups()
    let proposals = try await desk.resolver.proposals(for: groups)
    return groups.compactMap { group in
      proposals[group.id].map {
        "\(group.text) \($0.record)\($0.isGuess ? "?" : "") \(Localizer.english($0.evidence))"
      }
    }.sorted()
  }

  @Test(
    "NW-9 proposes the record that is probably meant from what else the rows say, whether they are loaded or wait",
    arguments: ImportOptions.Unresolved.allCases)
  func likely(unresolved: ImportOptions.Unresolved) async throws {
    let desk = try Desk(shop)
    try await desk.take(ShopFiles.all) { $0.unresolved = unresolved }
    let found = try await proposals(desk)
    #expect(
      found == [
        "01581 1? It is written almost like 101581",
        "HANAR 3 Ship name is the same as Buyer name in 1 of 2",
        "TOMSP 2? Ship name is the same as Buyer name in 1 of 1, but for capitals, accents and spaces",
        "VINET 1 Ship name is the same as Buyer name in 1 of 1",
        "WOLZA 4? Ship name is the same as Buyer name in 1 of 1, but for capitals, accents and spaces",
      ])
  }

  @Test(
    "Nothing is proposed if two texts claim one record, if a text fits two records, or if many records share the value")
  func unclear() async throws {
    let desk = try Desk(shop)
    try await desk.take([
      "buyers.csv": """
      BuyerID,BuyerName,Town
      1,Alpha,Reims
      2,Beta,Reims
      3,Gamma,Reims
      4,Delta,Reims
      5,Epsilon,Oslo
      6,Zeta,Reims
      """,
      "sales.csv": """
      SaleID,Buyer,SoldOn,ShipName,ShipTown
      1,A1,1996-01-01,Alpha,Oslo
      2,A2,1996-01-01,Alpha,Reims
      3,B,1996-01-01,Beta,Reims
      4,B,1996-01-01,Gamma,Reims
      5,D,1996-01-01,Delta,Oslo
      6,E,1996-01-01,,Oslo
      """,
    ]) { $0.unresolved = .empty }
    #expect(try await proposals(desk) == ["D 4 Ship name is the same as Buyer name in 1 of 1"])
  }

  @Test("A text is near others with which it has a variant in common, as a comparison of all variants says")
  func near() {
    var random = SystemRandomNumberGenerator()
    func word() -> String {
      String((0..<Int.random(in: 1...7)).map { _ in "abé".randomElement(using: &random) ?? "a" })
    }
    let texts = (1...60).map { _ in word() }
    let near = NearText(texts)
    for _ in 1...300 {
      let other = word()
      let own = NearText.variants(of: other)
      let expected = Set(texts.filter { !NearText.variants(of: $0).isDisjoint(with: own) })
      #expect(near.texts(near: other) == expected, "\(other)")
    }
    #expect(near.texts(near: String(repeating: "a", count: 50)).isEmpty)
  }

  @Test("Without evidence nothing is proposed")
  func nothing() async throws {
    let desk = try Desk(shop)
    #expect(try await desk.resolver.proposals(for: []).isEmpty)
    try await desk.take(["items.csv": "Sale,Count\n1,1\n"])
    #expect(try await proposals(desk).isEmpty)
  }
}
