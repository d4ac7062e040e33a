import KartotekaModel

/// A calendar: the period with the ways to others, and its days as columns of hours, as lists or as a month.
package struct CalendarColumn: Component {
  /// A record on one day.
  package struct Event {
    package var id: RecordID
    package var href: URLPath?
    package var title: String
    package var subtitle: String
    /// The time at which it begins, `09:20`; nil for records of a whole day.
    package var time: String?
    /// The minutes from the day's midnight on in which it is drawn; nil for records of a whole day.
    package var minutes: Range<Int>?
    /// The place among records of the same time, and their number.
    package var lane = (place: 0, count: 1)
    package var tone: StateDescription.Tone
    /// The stored start, for a script that moves the record; nil where it can't be moved.
    package var start: String?

    package init(
      id: RecordID, href: URLPath?, title: String, subtitle: String, time: String?, minutes: Range<Int>?,
      tone: StateDescription.Tone, start: String?
    ) {
      (self.id, self.href, self.title, self.subtitle) = (id, href, title, subtitle)
      (self.time, self.minutes, self.tone, self.start) = (time, minutes, tone, start)
    }
  }

  /// One day.
  package struct Day {
    package var date: CalendarDate
    /// The page of the day.
    package var href: URLPath
    /// "Tue".
    package var weekday: String
    /// "Tuesday, 24 November 2026".
    package var name: String
    /// "3 appointments".
    package var counted: String
    package var isToday: Bool
    /// Whether it belongs to another month than the one shown.
    package var isOutside = false
    /// The form for a new record on the day; nil if none can be added.
    package var new: URLPath?
    /// The forms for new records at the hours shown.
    package var slots: [URLPath] = []
    package var events: [Event] = []

    package init(
      date: CalendarDate, href: URLPath, weekday: String, name: String, counted: String, isToday: Bool
    ) {
      (self.date, self.href, self.weekday) = (date, href, weekday)
      (self.name, self.counted, self.isToday) = (name, counted, isToday)
    }
  }

  /// The form of the days.
  package enum Layout {
    /// Columns of hours, and lists on a phone if there are several days.
    case hours(Range<Int>)
    /// Lists.
    case lists
    /// A table of weeks.
    case month
  }

  package var title: String
  package var leading: NavigationBar.Leading
  /// "23–29 November 2026".
  package var period: String
  /// Day, week and month.
  package var views: [(title: String, href: URLPath, isCurrent: Bool)]
  package var earlier: (label: String, href: URLPath)
  package var later: (label: String, href: URLPath)
  package var today: URLPath
  /// "New appointment", and its form; nil if none can be added.
  package var new: (href: URLPath, label: String)?
  package var layout: Layout
  package var days: [Day]
  /// The address to which a script sends moved records, one deeper.
  package var action: URLPath
  /// The search field and the row with filters of a list that is shown as a calendar.
  package var search: SearchField?
  package var shape: ShapeBar?
  /// Why a record was not moved.
  package var fault: String?
  /// The note on records that the calendar leaves out.
  package var note: String?

  package init(
    title: String, leading: NavigationBar.Leading, period: String,
    views: [(title: String, href: URLPath, isCurrent: Bool)], earlier: (label: String, href: URLPath),
    later: (label: String, href: URLPath), today: URLPath, layout: Layout, days: [Day], action: URLPath
  ) {
    (self.title, self.leading, self.period, self.views) = (title, leading, period, views)
    (self.earlier, self.later, self.today) = (earlier, later, today)
    (self.layout, self.days, self.action) = (layout, days, action)
  }

  package func write(to html: inout HTMLWriter) {
    html.column(title, leading, classes: "wide", new: new) { html in
      if let search { html.add(search) }
      if let shape { html.add(shape) }
      html.element(.div, .id("agenda"), .class("cal"), .moves(action)) { html in
        writeHead(to: &html)
        if let fault { html.element(.p, .classes("err lone"), .role("alert"), text: fault) }
        if case .month = layout { CalendarMonth(days: days).write(to: &html) } else { writeDays(to: &html) }
        if let note { html.element(.p, .classes("foot pad"), text: note) }
      }
    }
  }

  private func writeHead(to html: inout HTMLWriter) {
    html.element(.div, .class("when")) { html in
      html.element(.h2, .id("period"), text: period)
      html.element(.div, .class("steps")) { html in
        html.element(.a, .class("ib"), .href(earlier.href), .label(earlier.label), .part("earlier")) {
          $0.symbol(.back)
        }
        html.element(.a, .classes("btn small"), .href(today), .part("today"), text: html.say("Today"))
        html.element(.a, .class("ib"), .href(later.href), .label(later.label), .part("later")) { $0.symbol(.go) }
      }
      html.element(.ul, .class("views"), .label(html.say("Period"))) { html in
        for view in views {
          html.element(.li) {
            $0.element(.a, .href(view.href), view.isCurrent ? .current("true") : nil, text: view.title)
          }
        }
      }
    }
  }

  private func writeDays(to html: inout HTMLWriter) {
    var hours: Range<Int>?
    if case .hours(let range) = layout { hours = range }
    let isSingle: StaticString = days.count == 1 ? " single" : ""
    html.element(
      .div, hours == nil ? .classes("days plain", isSingle) : .classes("days timed", isSingle),
      hours.map { .hours($0.count) }
    ) { html in
      if let hours {
        html.element(.ol, .class("hours"), .decorative) { html in
          for hour in hours { html.element(.li, text: DateText.hour(hour, in: html.say)) }
        }
      }
      for day in days { write(day, hours, to: &html) }
    }
  }

  private func write(_ day: Day, _ hours: Range<Int>?, to html: inout HTMLWriter) {
    let id = "d-\(day.date)"
    html.element(
      .section, .classes("day", day.isToday ? " today" : ""), .labelled(by: id), .day(day.date.description)
    ) { html in
      html.element(.div, .class("top")) { html in
        html.element(.h3, .id(id)) { html in
          html.element(.a, .href(day.href), .label(day.name), day.isToday ? .current("date") : nil) { html in
            html.element(.span, text: day.weekday + " ")
            html.element(.b, text: String(day.date.day))
          }
        }
        if let new = day.new, let label = self.new?.label {
          html.element(.a, .classes("ib add"), .href(new), .label(label + ", " + day.name)) { $0.symbol(.plus, .small) }
        }
      }
      if !day.events.isEmpty {
        html.element(.ol, .class("events")) { html in
          for event in day.events { write(event, hours, to: &html) }
        }
      }
      if hours != nil, !day.slots.isEmpty {
        // For the mouse only; the link above is for everybody.
        html.element(.div, .class("slots"), .decorative) { html in
          for slot in day.slots { html.element(.a, .href(slot), .tabIndex(-1)) { _ in } }
        }
      }
    }
  }

  private func write(_ event: Event, _ hours: Range<Int>?, to html: inout HTMLWriter) {
    var place: [HTMLAttribute?] = []
    if let hours, let minutes = event.minutes {
      let (start, length) = (minutes.lowerBound - hours.lowerBound * 60, max(minutes.count, 20))
      place = [
        .placeHours(start / 60), .placeMinutes(start % 60), .lengthHours(length / 60), .lengthMinutes(length % 60),
        event.lane.count > 1 ? .lane(event.lane.place) : nil, event.lane.count > 1 ? .lanes(event.lane.count) : nil,
      ]
    }
    html.element(
      .li, .record(event.id), event.start.map { .start($0) }, event.time.map { .time($0) }, more: place
    ) { event.write(to: &$0) }
  }
}

extension CalendarColumn.Event {
  func write(to html: inout HTMLWriter) {
    html.element(href == nil ? .span : .a, .classes("event", tone.style), href.map { .href($0) }) { html in
      html.element(.span, .class("says")) { html in
        if let time { html.element(.span, .class("time"), text: time + " ") }
        html.element(.b, text: title)
        if !subtitle.isEmpty { html.element(.span, .class("more"), text: " " + subtitle) }
      }
    }
  }
}

/// The weeks of a month as a table.
struct CalendarMonth: Component {
  /// The most records of a day that are shown.
  static let mostEvents = 3

  let days: [CalendarColumn.Day]

  func write(to html: inout HTMLWriter) {
    html.element(.table, .class("month"), .labelledBy("period")) { html in
      html.element(.thead) { html in
        html.element(.tr) { html in
          for day in days.prefix(7) { html.element(.th, .columnScope, text: day.weekday) }
        }
      }
      html.element(.tbody) { html in
        for start in stride(from: 0, to: days.count, by: 7) {
          html.element(.tr) { html in
            for day in days[start..<min(start + 7, days.count)] { write(day, to: &html) }
          }
        }
      }
    }
  }

  private func write(_ day: CalendarColumn.Day, to html: inout HTMLWriter) {
    let state: StaticString = day.isToday ? "today" : day.isOutside ? "outside" : "inside"
    html.element(.td, .class(state), .day(day.date.description)) { html in
      html.element(
        .a, .class("no"), .href(day.href), .label(day.name + ", " + day.counted), day.isToday ? .current("date") : nil
      ) { html in
        html.element(.b, text: String(day.date.day))
        if !day.events.isEmpty {
          html.element(.span, .class("dots"), .decorative) { html in
            for event in day.events.prefix(3) { html.element(.span, .class(event.dot)) { _ in } }
          }
        }
      }
      if !day.events.isEmpty {
        html.element(.ul) { html in
          for event in day.events.prefix(Self.mostEvents) {
            html.element(.li, .record(event.id), event.start.map { .start($0) }, event.time.map { .time($0) }) {
              event.write(to: &$0)
            }
          }
          if day.events.count > Self.mostEvents {
            html.element(.li) { html in
              html.element(
                .a, .class("rest"), .href(day.href),
                text: html.say("{count} more", ["count": .count(day.events.count - Self.mostEvents)]))
            }
          }
        }
      }
    }
  }
}

extension CalendarColumn.Event {
  fileprivate var dot: StaticString {
    switch tone {
    case .plain: "plain"
    case .good: "good"
    case .care: "care"
    case .bad: "bad"
    case .void: "void"
    }
  }
}
