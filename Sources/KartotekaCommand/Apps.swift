import Courses
import Kartoteka
import Northwind
import TravelMap
import Travellers
import UsersCRUD

/// The applications of this program, in the order in which people see them. A new one is added here and nowhere else.
let apps = [travellers, usersCRUD, northwind, travelMap, courses]
