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

  @Test("TM-1 the name of a country is omitted if it would cover the name of a city")
  func areas() {
    let togo = (x: 170.0, y: 104.0, width: 60.0, height: 90.0, name: "Togo")
    let ghana = (x: 60.0, y: 104.0, width: 60.0, height: 90.0, name: "Ghana")
    let pins = [(x: 100.0, y: 100.0, name: "Koforidua")]
    #expect(MapLabels.written([togo, ghana], besides: pins) == [1])
    #expect(MapLabels.written([togo, ghana], besides: [(x: 100, y: 100, name: "")]) == [0, 1])
  }
}
