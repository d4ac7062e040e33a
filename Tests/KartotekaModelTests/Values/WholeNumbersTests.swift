import Foundation
import Testing

@testable import KartotekaModel

@Suite("Whole numbers of what may not fit")
struct WholeNumbersTests {
  private static let odd: [Double] = [
    .nan, .infinity, -.infinity, 1e308, -1e308, 0x1p63, -0x1.0000000000001p63, .greatestFiniteMagnitude,
  ]

  @Test("A Double that does not fit is none, or the limit", arguments: odd)
  func tooLarge(_ number: Double) {
    #expect(Int64(nearest: number) == nil && Int64(floor: number) == nil)
    #expect(Int64(clampingNearest: number) == (number.isNaN ? 0 : number > 0 ? .max : .min))
    #expect(UInt8(clampingFloor: number) == (number > 0 ? 255 : 0))
  }

  @Test("Other Doubles are rounded")
  func rounded() {
    #expect([2.5, -2.5, 2.4, -0.4].map { Int(clampingNearest: $0) } == [3, -3, 2, 0])
    #expect([2.9, -2.1, 0].map { Int(floor: $0) } == [2, -3, 0])
    #expect(Int64(nearest: -0x1p63) == .min && Int32(nearest: 2_147_483_647.4) == .max)
    #expect(Int32(nearest: 2_147_483_647.5) == nil)
  }

  @Test("Sums end at the limits")
  func sums() {
    #expect(Int64.max.addingClamped(1) == .max && Int64.min.addingClamped(-1) == .min)
    #expect(Int64.min.subtractingClamped(1) == .min && Int64.max.subtractingClamped(.min) == .max)
    #expect(Int64(2).addingClamped(3) == 5 && Int64(2).subtractingClamped(3) == -1)
  }

  @Test("A place that is counted from one is an index, or none")
  func numbered() {
    let three = ["a", "b", "c"]
    for number in [Int.min, -1, 0, 4, .max] { #expect(three.index(numbered: number) == nil) }
    #expect(three.index(numbered: "1") == 0 && three[1...].index(numbered: 2) == 2)
    for text in ["-9223372036854775808", "9223372036854775807", "x", "", "1.0"] {
      #expect(three.index(numbered: text) == nil)
    }
    #expect([String]().index(numbered: 1) == nil)
  }

  @Test("A date stays in the years 1 to 9999, however many months or days are added")
  func dates() throws {
    let day = try #require(CalendarDate(iso: "2024-02-29"))
    for number in [Int.max, .max - 1, 1 << 53] {
      #expect(day.adding(months: number).description == "9999-12-29")
      #expect(day.adding(days: number).description == "9999-12-31")
    }
    for number in [Int.min, .min + 1, -1 << 53] {
      #expect(day.adding(months: number).description == "0001-01-29")
      #expect(day.adding(days: number).description == "0001-01-01")
    }
  }
}
