import Foundation
import GRDBSQLite
import KartotekaModel

/// The function that tells the unit of days to which a day or a moment belongs: see `DayUnit`. For statements of our own
/// connections only.
enum PeriodFunction {
  static let name = "kartoteka_period"

  /// Makes the function known to a connection. Its arguments: a day or a moment, the unit, and the time zone of moments.
  static func add(to connection: SQLConnection) throws {
    let code = sqlite3_create_function_v2(
      connection.handle, name, 3, SQLITE_UTF8, Unmanaged.passRetained(Days()).toOpaque(),
      { context, _, arguments in
        guard let arguments, let state = sqlite3_user_data(context), let text = PeriodFunction.text(arguments[0]),
          let unit = PeriodFunction.text(arguments[1]).flatMap(DayUnit.init)
        else { return sqlite3_result_null(context) }
        let days = Unmanaged<Days>.fromOpaque(state).takeUnretainedValue()
        guard let key = days.key(text, unit, in: PeriodFunction.text(arguments[2])) else {
          return sqlite3_result_null(context)
        }
        sqlite3_result_text(context, key, CInt(key.utf8.count), RawStatement.transient)
      }, nil, nil,
      { state in
        if let state { Unmanaged<Days>.fromOpaque(state).release() }
      })
    guard code == SQLITE_OK else { throw SQLError(code: code) }
  }

  private static func text(_ value: OpaquePointer?) -> String? {
    guard sqlite3_value_type(value) == SQLITE_TEXT, let bytes = sqlite3_value_text(value) else { return nil }
    return String(cString: bytes)
  }

  /// A cache of the offsets and keys of days. A connection is used by one thread at a time.
  private final class Days {
    private static let most = 50_000

    private var zone: (name: String, zone: TimeZone) = ("", .gmt)
    /// The offset of the zone on days in UTC during which it is the same; nil for days with a change.
    private var offsets: [Int: Int?] = [:]
    /// The keys of days.
    private var keys: [DayUnit: [Int: String]] = [:]

    func key(_ text: String, _ unit: DayUnit, in zone: String?) -> String? {
      let day: Int
      if let zone {
        guard let found = self.day(text, zone) else { return nil }
        day = found
      } else {
        guard let date = CalendarDate(iso: text) else { return nil }
        day = date.daysSince1970
      }
      if keys[unit, default: [:]].count > Self.most { keys[unit] = [:] }
      if let known = keys[unit]?[day] { return known }
      let key = unit.key(of: CalendarDate(daysSince1970: day))
      keys[unit, default: [:]][day] = key
      return key
    }

    // The day of a moment, as days since 1970.
    private func day(_ text: String, _ zone: String) -> Int? {
      if self.zone.name != zone || offsets.count > Self.most {
        self.zone = (zone, TimeZone(identifier: zone) ?? .gmt)
        offsets = [:]
      }
      guard let moment = Timestamp.date(text) else { return nil }
      let start = Int(clampingFloor: moment.timeIntervalSince1970 / 86_400)
      let offset = offset(of: start) ?? self.zone.zone.secondsFromGMT(for: moment)
      return CalendarDate(moment.addingTimeInterval(Double(offset)), in: .gmt).daysSince1970
    }

    private func offset(of day: Int) -> Int? {
      if let known = offsets[day] { return known }
      func offset(_ day: Int) -> Int {
        zone.zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(day) * 86_400))
      }
      let (first, next) = (offset(day), offset(day + 1))
      let same = first == next ? first : nil
      offsets[day] = .some(same)
      return same
    }
  }
}
