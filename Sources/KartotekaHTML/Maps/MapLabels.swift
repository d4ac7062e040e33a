/// Where the names of pins stand, so that none covers another name or another pin: to the right of the pin, else to its
/// left, else nowhere. A script does the same with the widths that the names really have.
package struct MapLabels {
  /// Where a name stands.
  package enum Side {
    case right
    case left
    /// There is no room for it.
    case none
  }

  private struct Box {
    let left: Double
    let top: Double
    let right: Double
    let bottom: Double

    func meets(_ other: Box) -> Bool {
      left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
  }

  /// Which names of areas are written: in their middles, where they are no longer than the area is wide, and neither on a
  /// pin nor on another name; the first ones first.
  package static func written(
    _ areas: [(x: Double, y: Double, width: Double, height: Double, name: String)],
    besides pins: [(x: Double, y: Double)]
  ) -> [Int] {
    var taken = pins.map { Box(left: $0.x - 9, top: $0.y - 9, right: $0.x + 9, bottom: $0.y + 9) }
    return areas.indices.filter { index in
      let area = areas[index]
      let width = Double(area.name.count) * 7.8 + 8
      guard width < area.width * 1.15, area.height > 16 else { return false }
      let box = Box(left: area.x - width / 2, top: area.y - 9, right: area.x + width / 2, bottom: area.y + 9)
      if taken.contains(where: box.meets) { return false }
      taken.append(box)
      return true
    }
  }

  /// The sides for pins at those places, in pixels, the most important first.
  static func sides(of pins: [(x: Double, y: Double, name: String)]) -> [Side] {
    var taken = pins.map { Box(left: $0.x - 7, top: $0.y - 7, right: $0.x + 7, bottom: $0.y + 7) }
    return pins.enumerated().map { index, pin in
      // As wide as letters usually are, at thirteen pixels.
      let width = Double(pin.name.count) * 7.4 + 4
      for side in [Side.right, .left] {
        let left = side == .right ? pin.x + 8 : pin.x - 8 - width
        let box = Box(left: left, top: pin.y - 9, right: left + width, bottom: pin.y + 9)
        if !taken.enumerated().contains(where: { $0.offset != index && $0.element.meets(box) }) {
          taken.append(box)
          return side
        }
      }
      return .none
    }
  }
}
