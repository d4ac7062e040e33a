import Testing

@testable import KartotekaHTML
@testable import KartotekaWeb

@Suite("Names of pins")
struct MapLabelsTests {
  @Test("a name stands to the right of its pin, and to its left where another pin is in the way")
  func sides() {
    let sides = MapLabels.sides(of: [(x: 100, y: 100, name: "Lisbon"), (x: 130, y: 100, name: "Porto")])
    #expect(sides == [.left, .right])
  }

  @Test("a name that has room nowhere isn't shown, and the more important one is")
  func none() {
    let sides = MapLabels.sides(of: [
      (x: 100, y: 100, name: "Lisbon"), (x: 100, y: 108, name: "Porto"), (x: 500, y: 100, name: "Tbilisi"),
    ])
    #expect(sides == [.right, .left, .right])
    #expect(
      MapLabels.sides(of: [
        (x: 100, y: 100, name: "Lisbon"), (x: 130, y: 100, name: ""), (x: 70, y: 100, name: ""),
      ])[0] == .none)
  }
}
