import Kartoteka
import Testing

@testable import KartotekaHTML
@testable import KartotekaWeb

@Suite("Pins of a map")
struct MapPinTests {
  private func pin(_ id: Int64, _ x: Double, _ y: Double) -> MapPin {
    MapPin(id: id, title: "Pin \(id)", point: MapPoint(x: x, y: y))
  }

  @Test("pins that would lie upon each other are one, which stands at the more important")
  func joined() {
    let clusters = MapPinCluster.clusters(of: [], and: [pin(1, 0, 0), pin(2, 100, 0), pin(3, 5, 5)], apart: 10)
    #expect(clusters.map { $0.pins.map(\.id) } == [[1, 3], [2]])
    #expect(clusters[0].point == MapPoint(x: 0, y: 0))
  }

  @Test("Numbers of pins that would lie upon each other are one number, and single pins stay apart")
  func numbers() {
    let pins = [pin(1, 0, 0), pin(2, 1, 0), pin(3, 15, 0), pin(4, 16, 0), pin(5, 30, 0), pin(6, 60, 0), pin(7, 61, 0)]
    let clusters = MapPinCluster.clusters(of: [], and: pins, apart: 10, several: 20)
    #expect(clusters.map { $0.pins.map(\.id) } == [[1, 2, 3, 4], [5], [6, 7]])
    #expect(MapPinCluster.clusters(of: [], and: pins, apart: 10).map(\.pins.count) == [2, 2, 1, 2])
  }

  @Test("of any number of pins few are drawn, apart from each other, and each belongs to a drawn one")
  func many() {
    let pins = (0..<10_000).map { pin(Int64($0), Double($0 % 100) * 150, Double($0 / 100) * 90) }
    let clusters = MapPinCluster.clusters(of: [], and: pins, apart: 5)
    #expect(clusters.count <= MapPinCluster.most.others)
    #expect(clusters.reduce(0) { $0 + $1.pins.count } == pins.count)
    for (index, one) in clusters.enumerated() {
      for other in clusters[..<index] {
        #expect(abs(one.point.x - other.point.x) + abs(one.point.y - other.point.y) > 5)
      }
    }
  }

  @Test("Opening a bubble takes its pins apart, also if they are as far apart as the screen is wide")
  func opened() {
    var pins: [MapPin] = []
    for row in 0..<10 {
      for column in 0..<14 {
        pins.append(pin(Int64(pins.count), 9_000 + Double(column) * 120, 1_000 + Double(row) * 120))
      }
    }
    for row in 0..<12 {
      for column in 0..<40 { pins.append(pin(Int64(pins.count), Double(column) * 500, 3_000 + Double(row) * 300)) }
    }
    var (region, steps) = (MapRegion.world, 0)
    while steps < 20 {
      let clusters = MapPinCluster.clusters(of: [], and: pins, apart: region.unitsOfAPixel * 26, in: region)
      let shown = clusters.filter { region.shows($0.point) }
      guard let bubble = shown.max(by: { $0.pins.count < $1.pins.count }), bubble.pins.count > 1 else { break }
      let opened = region.opening(bubble.pins.map(\.point), at: bubble.point)
      #expect(opened.unitsOfAPixel <= region.unitsOfAPixel / 2)
      (region, steps) = (opened, steps + 1)
    }
    #expect(steps < 5)
  }

  @Test("ten thousand pins at one place are one")
  func samePlace() {
    let clusters = MapPinCluster.clusters(of: (0..<10_000).map { pin($0, 7, 7) }, and: [], apart: 5)
    #expect(clusters.map(\.pins.count) == [10_000])
  }

  @Test("a country's own pins are joined with each other only, the chosen one with none, and others make way for them")
  func own() {
    let own = [pin(1, 0, 0), pin(2, 5, 5), pin(3, 100, 0)]
    let others = [pin(4, 3, 3), pin(5, 200, 0)]
    let clusters = MapPinCluster.clusters(of: own, and: others, apart: 10, chosen: 2)
    #expect(clusters.map { $0.pins.map(\.id) } == [[2], [1], [3], [5]])
  }
}
