import Foundation
import KartotekaModel

/// When a job without a record begins: `Job("close-old", every: .day(at: 3)) { run in … }`.
public struct JobSchedule: Hashable, Sendable {
  private enum Form: Hashable {
    case day(hour: Int, minute: Int)
    case minutes(Int)
  }

  private let form: Form

  /// Each day at an hour and a minute in the server's time zone. Where the clock leaves out that time it is the next one that
  /// there is, and of two equal times the first.
  public static func day(at hour: Int, _ minute: Int = 0) -> JobSchedule {
    JobSchedule(form: .day(hour: hour, minute: minute))
  }

  /// Each time that so many minutes have passed: `.minutes(15)` is at each quarter of an hour.
  public static func minutes(_ count: Int) -> JobSchedule { JobSchedule(form: .minutes(count)) }

  /// Whether there is such a time.
  var isPossible: Bool {
    switch form {
    case .day(let hour, let minute): (0...23).contains(hour) && (0...59).contains(minute)
    case .minutes(let count): (1...1440).contains(count)
    }
  }

  /// The first time after a moment.
  package func next(after moment: Date, in zone: TimeZone = .current) -> Date {
    switch form {
    case .minutes(let count):
      let length = Double(max(1, count)) * 60
      return Date(timeIntervalSince1970: ((moment.timeIntervalSince1970 / length).rounded(.down) + 1) * length)
    case .day(let hour, let minute):
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = zone
      let time = DateComponents(hour: hour, minute: minute, second: 0)
      func first(after moment: Date) -> Date {
        calendar.nextDate(after: moment, matching: time, matchingPolicy: .nextTime, repeatedTimePolicy: .first)
          ?? moment.addingTimeInterval(86_400)
      }
      let found = first(after: moment)
      // After the first of two equal times Foundation finds the second one.
      guard let day = calendar.dateInterval(of: .day, for: moment), found < day.end,
        first(after: day.start.addingTimeInterval(-1)) <= moment
      else { return found }
      return first(after: day.end.addingTimeInterval(-1))
    }
  }
}

extension App {
  /// The faults of jobs with a schedule, which are in no description.
  var scheduleFaults: [DescriptionFault] {
    var taken = Set(description.actions.map(\.name))
    return jobs.flatMap { job -> [DescriptionFault] in
      guard let schedule = job.schedule else { return [] }
      let name = job.description.name
      func fault(_ rule: String, _ problem: FaultText, hint: FaultText) -> DescriptionFault {
        Self.fault(rule, at: job.place, field: name, problem, hint: hint)
      }
      var faults: [DescriptionFault] = []
      if !NameForm.isKebabCase(name) {
        faults.append(
          fault(
            "job-name-valid", "The job's name “\(name)” is no name.",
            hint: "Use small ASCII letters, digits and hyphens, a letter first."))
      }
      if !taken.insert(name).inserted {
        faults.append(
          fault("job-names-unique", "Two jobs or actions have the name “\(name)”.", hint: "Rename one of them."))
      }
      if !schedule.isPossible {
        faults.append(
          fault(
            "job-schedule-possible", "The job “\(name)” has a time that never comes.",
            hint: "Take an hour from 0 to 23 and a minute from 0 to 59, or 1 to 1440 minutes."))
      }
      return faults
    }
  }
}
