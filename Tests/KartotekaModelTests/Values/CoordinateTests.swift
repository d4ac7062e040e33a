import KartotekaModel
import Testing

@Suite("Coordinates")
struct CoordinateTests {
  @Test(
    "A place is read with or without a space and the scheme geo:",
    arguments: [
      ("52.2297,21.0122", "52.2297,21.0122"), ("52.2297, 21.0122", "52.2297,21.0122"),
      ("geo:-33.86,151.21", "-33.86,151.21"),
      ("90,-180", "90.0,-180.0"), ("-0,-0", "0.0,0.0"), ("1e1,+2", "10.0,2.0"),
    ])
  func read(_ text: String, _ written: String) {
    #expect(Coordinate(text)?.description == written)
    #expect(Coordinate(written)?.description == written)
  }

  @Test(
    "A number out of its range, and anything that is no place, is refused",
    arguments: [
      "90.1,0", "-91,0", "0,180.5", "0,-181", "nan,0", "0,inf", "0x1,2", "1", "1,2,3", "52,2297;21,0122", "",
      ",", "geo:", "N52,E21",
    ])
  func refused(_ text: String) {
    #expect(Coordinate(text) == nil)
  }
}
