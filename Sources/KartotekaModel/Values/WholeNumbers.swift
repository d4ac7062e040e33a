import Foundation

// A Double that does not fit ends the process where `Int(_:)` converts it. These are the only conversions in this package.
extension FixedWidthInteger {
  /// The nearest whole number, halves away from zero; nil if the type can't hold it.
  @inlinable
  package init?(nearest number: Double) {
    self.init(exactly: number.rounded())
  }

  /// The whole number below or equal; nil if the type can't hold it.
  @inlinable
  package init?(floor number: Double) {
    self.init(exactly: number.rounded(.down))
  }

  /// The nearest whole number that the type can hold, halves away from zero; 0 for NaN.
  @inlinable
  package init(clampingNearest number: Double) {
    self = Self(nearest: number) ?? (number > 0 ? .max : number < 0 ? .min : 0)
  }

  /// The whole number below or equal that the type can hold; 0 for NaN.
  @inlinable
  package init(clampingFloor number: Double) { self.init(clampingNearest: number.rounded(.down)) }
}

extension FixedWidthInteger {
  /// The sum, or the limit of the type that it exceeds.
  package func addingClamped(_ other: Self) -> Self {
    let (sum, isTooMuch) = addingReportingOverflow(other)
    return isTooMuch ? (other < 0 ? .min : .max) : sum
  }

  /// The difference, or the limit of the type that it exceeds.
  package func subtractingClamped(_ other: Self) -> Self {
    let (difference, isTooMuch) = subtractingReportingOverflow(other)
    return isTooMuch ? (other > 0 ? .min : .max) : difference
  }
}

// Each of these shadows the conversion of the standard library, so that the compiler names the places that use it.
extension Int {
  /// Ends the process for a number that does not fit.
  @available(*, deprecated, message: "Use Int(nearest:), Int(floor:) or Int(clampingNearest:).")
  package init(_ number: Double) { self.init(clampingNearest: number) }
}

extension Int64 {
  /// Ends the process for a number that does not fit.
  @available(*, deprecated, message: "Use Int64(nearest:), Int64(floor:) or Int64(clampingNearest:).")
  package init(_ number: Double) { self.init(clampingNearest: number) }
}

extension Int32 {
  /// Ends the process for a number that does not fit.
  @available(*, deprecated, message: "Use Int32(nearest:), Int32(floor:) or Int32(clampingNearest:).")
  package init(_ number: Double) { self.init(clampingNearest: number) }
}

extension UInt8 {
  /// Ends the process for a number that does not fit.
  @available(*, deprecated, message: "Use UInt8(nearest:), UInt8(floor:) or UInt8(clampingNearest:).")
  package init(_ number: Double) { self.init(clampingNearest: number) }
}

extension UInt16 {
  /// Ends the process for a number that does not fit.
  @available(*, deprecated, message: "Use UInt16(nearest:), UInt16(floor:) or UInt16(clampingNearest:).")
  package init(_ number: Double) { self.init(clampingNearest: number) }
}

extension UInt64 {
  /// Ends the process for a number that does not fit.
  @available(*, deprecated, message: "Use UInt64(nearest:), UInt64(floor:) or UInt64(clampingNearest:).")
  package init(_ number: Double) { self.init(clampingNearest: number) }
}

extension RandomAccessCollection where Index == Int {
  /// The index of an element by its number counted from one; nil if there is none.
  package func index(numbered number: Int) -> Index? {
    number >= 1 && number <= count ? startIndex + (number - 1) : nil
  }

  /// The index of an element by the text of its number counted from one, as addresses and forms have it; nil if there is none.
  package func index(numbered text: some StringProtocol) -> Index? {
    Int(text).flatMap { index(numbered: $0) }
  }
}
