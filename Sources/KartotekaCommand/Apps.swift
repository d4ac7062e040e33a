import Courses
import Kartoteka
import Northwind
import TravelMap
import Travellers
import UsersCRUD

/// The applications of this program, in their displayed order. New applications are added here.
let apps = [travellers, usersCRUD, northwind, travelMap, courses]
