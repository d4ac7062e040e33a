import Courses
import KartotekaCommand
import Northwind
import TravelMap
import Travellers
import UsersCRUD

/// The program `kartoteka`, which serves the applications of this repository.
@main
struct KartotekaMain: KartotekaProgram {
  static let name = "kartoteka"

  /// The applications, in their displayed order. New applications are added here.
  static let apps = [travellers, usersCRUD, northwind, travelMap, courses]
}
