/// A symbol from the set that every page draws from (look: "Symbols and icons").
public enum Symbol: String, Sendable, Codable, CaseIterable {
  case person, people, city, map, book, box, receipt, tag, gear, plus, minus, x, trash, find, go, back, check,
    sort
  case up, down, upload, download, undo, pin, camera, chart, more, folder, alert, clock, lock, list, card
  case phone, message, mail, truck, funnel, calendar
}
