import Foundation
import KartotekaApplication
import KartotekaModel
import Testing

@Suite("Schedules of jobs")
struct JobScheduleTests {
  @Test("A time of day comes once on each day, also where the clock is changed")
  func days() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Warsaw"))
    func moments(_ schedule: JobSchedule, after text: String) throws -> [String] {
      var moment = try #require(Timestamp.date(text))
      return (1...3).map { _ in
        moment = schedule.next(after: moment, in: zone)
        return Timestamp.text(moment)
      }
    }
    let usual = ["2026-06-01T01:00:00.000Z", "2026-06-02T01:00:00.000Z", "2026-06-03T01:00:00.000Z"]
    #expect(try moments(.day(at: 3), after: "2026-06-01T00:59:59.999Z") == usual)
    // There is no 2:30 on 29 March, and there are two on 25 October.
    let spring = try moments(.day(at: 2, 30), after: "2026-03-28T00:00:00Z")
    #expect(spring == ["2026-03-28T01:30:00.000Z", "2026-03-29T01:00:00.000Z", "2026-03-30T00:30:00.000Z"])
    let autumn = try moments(.day(at: 2, 30), after: "2026-10-24T00:00:00Z")
    #expect(autumn == ["2026-10-24T00:30:00.000Z", "2026-10-25T00:30:00.000Z", "2026-10-26T01:30:00.000Z"])
    let between = try moments(.day(at: 2, 30), after: "2026-10-25T01:10:00Z")
    #expect(between == ["2026-10-26T01:30:00.000Z", "2026-10-27T01:30:00.000Z", "2026-10-28T01:30:00.000Z"])
    let quarters = ["2026-06-01T01:00:00.000Z", "2026-06-01T01:15:00.000Z", "2026-06-01T01:30:00.000Z"]
    #expect(try moments(.minutes(15), after: "2026-06-01T00:59:59.999Z") == quarters)
  }
}
