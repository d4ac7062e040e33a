import KartotekaModel

/// Generates the numbers of one attribute. It computes in the smallest unit, so that decimals are exact.
struct MockNumber: Sendable {
  private let low: Int
  private let high: Int
  private let scale: Int
  private let unit: Double
  private let shape: MockMeasure.Shape
  /// Whether the maximum is the attribute's constraint, not only the usual one.
  private let isLimited: Bool

  /// - Parameters:
  ///   - measure: the usual numbers of such an attribute.
  ///   - scale: the number of decimal digits.
  ///   - minimum: the minimum.
  ///   - maximum: the maximum.
  init(_ measure: MockMeasure?, scale: Int, minimum: Double?, maximum: Double?) {
    self.scale = min(max(scale, 0), 15)
    unit = (0..<self.scale).reduce(1) { power, _ in power * 10 }
    let usual = measure ?? MockMeasure("", 1, 1000)
    let least = minimum ?? min(usual.low, maximum.map { $0 - 999 } ?? usual.low)
    let most = maximum ?? max(usual.high, minimum.map { $0 + 999 } ?? usual.high)
    let fits = measure != nil && usual.low <= most && usual.high >= least
    let (start, end) = fits ? (max(usual.low, least), min(usual.high, most)) : (least, most)
    low = Self.whole((start * unit).rounded(.up))
    high = max(low, Self.whole((end * unit).rounded(.down)))
    shape = fits ? usual.shape : .even
    isLimited = maximum != nil
    limit = max(low, Self.whole(((maximum ?? 0) * unit).rounded(.down)))
    floor = Self.whole((least * unit).rounded(.up))
  }

  private let limit: Int
  private let floor: Int

  func text(_ random: inout MockRandom) -> String { write(min(max(number(&random), low), high)) }

  /// A unique number: counts from the minimum.
  func unique(_ order: MockOrder) -> String {
    guard isLimited else { return write(low + order.index) }
    let (span, overflow) = (limit - floor).addingReportingOverflow(1)
    return write(overflow ? floor + order.index : floor + (low - floor + order.index) % span)
  }

  private func number(_ random: inout MockRandom) -> Int {
    let span = Double(high - low)
    switch shape {
    case .even: return random.within(low...high)
    case .few:
      let part = random.fraction()
      return low + Int(clampingFloor: part * part * part * span)
    case .price:
      let part = random.fraction()
      let amount = low + Int(clampingFloor: part * part * part * span)
      guard scale >= 2, random.chance(700) else { return amount }
      let whole = Int(clampingFloor: unit)
      return amount / whole * whole + whole / 100 * random.pick([0, 0, 50, 95, 99])
    case .steps(let step):
      let size = max(1, Int(clampingFloor: step * unit))
      return low + random.below((high - low) / size + 1) * size
    case .any(let values): return Self.whole((random.pick(values) * unit).rounded())
    }
  }

  private func write(_ number: Int) -> String {
    guard scale > 0 else { return String(number) }
    let digits = String(number.magnitude)
    let padded = String(repeating: "0", count: max(0, scale + 1 - digits.count)) + digits
    return (number < 0 ? "-" : "") + padded.dropLast(scale) + "." + padded.suffix(scale)
  }

  /// The integer, limited to 62 bits.
  private static func whole(_ number: Double) -> Int { Int(clampingNearest: min(max(number, -0x1p61), 0x1p61)) }
}
