import Foundation
import KartotekaModel

/// A calendar with records at their day or moment, as a day, a week or a month.
///
/// ```swift
/// CalendarScreen(Appointment.self, at: \.starts, lasting: \.minutes, title: \.animal, subtitle: \.vet)
/// CalendarScreen(Vaccination.self, on: \.due).opening(.month)
/// ```
/// "+" adds a record with the day filled in. At a desk records can be dragged to another time, if people may edit the
/// attribute; rules and hooks apply as for every change. Records without a day are not shown.
public struct CalendarScreen<E: Entity>: Screen {
  private var calendar: CalendarDescription

  /// The screen as data.
  public var description: ScreenDescription { .calendar(calendar) }

  /// A calendar of records with a day.
  /// - Parameters:
  ///   - entity: the entity of the records.
  ///   - day: the day of a record.
  ///   - title: the attributes, computed values and to-one relationships of the first line; the record's title if none.
  ///   - subtitle: those of the second line.
  public init<each T: ListedProperty, each S: ListedProperty>(
    _ entity: E.Type, on day: KeyPath<E, Attribute<CalendarDate>>, title: repeat KeyPath<E, each T>,
    subtitle: repeat KeyPath<E, each S>
  ) {
    calendar = CalendarDescription(entity: E.name, start: E.name(of: day))
    for path in repeat each title { calendar.title.append(E.name(ofListed: path)) }
    for path in repeat each subtitle { calendar.subtitle.append(E.name(ofListed: path)) }
  }

  /// A calendar of records that begin at a moment.
  /// - Parameters:
  ///   - entity: the entity of the records.
  ///   - start: the moment at which a record begins.
  ///   - minutes: the attribute with the number of minutes that a record lasts; nil for records without a duration.
  ///   - title: the attributes, computed values and to-one relationships of the first line; the record's title if none.
  ///   - subtitle: those of the second line.
  public init<each T: ListedProperty, each S: ListedProperty>(
    _ entity: E.Type, at start: KeyPath<E, Attribute<Date>>, lasting minutes: KeyPath<E, Attribute<Int>>? = nil,
    title: repeat KeyPath<E, each T>, subtitle: repeat KeyPath<E, each S>
  ) {
    calendar = CalendarDescription(entity: E.name, start: E.name(of: start))
    calendar.minutes = minutes.map { E.name(of: $0) }
    for path in repeat each title { calendar.title.append(E.name(ofListed: path)) }
    for path in repeat each subtitle { calendar.subtitle.append(E.name(ofListed: path)) }
  }

  /// The period that is shown first; a week unless declared.
  public func opening(_ view: CalendarDescription.View) -> CalendarScreen {
    var copy = self
    copy.calendar.view = view
    return copy
  }
}
