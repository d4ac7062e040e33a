import Courses
import KartotekaCommand
import KartotekaGerman
import KartotekaUkrainian
import Northwind
import TravelMap
import Travellers
import UsersCRUD

/// The program `kartoteka`, which serves the applications of this repository.
@main
struct KartotekaMain: KartotekaProgram {
  static let name = "kartoteka"

  /// The languages of packages.
  static let languages = [Language.german, .ukrainian]

  /// The applications, in their displayed order. New applications are added here.
  static let apps = [travellers, usersCRUD, northwind, travelMap, courses]
}
