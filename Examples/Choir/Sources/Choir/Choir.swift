import KartotekaCommand

private let late = Subset(state: Loan.overdue, of: Loan.self)

/// The library of a choir.
let choir = App(
  "choir", title: "Choir", summary: "Scores, singers and concerts", symbol: .book, hue: 260,
  entities: [
    Score.self, Copy.self, Loan.self, Singer.self, Rehearsal.self, Attendance.self, Concert.self, Piece.self,
  ],
  catalogues: ["de": Embedded.data("de.json"), "pl": Embedded.data("pl.json")],
  actions: [.lend, .takeBack, .callRoll], jobs: [giveUp], rules: [lentOnce],
  migrations: [fillShelves]
) {
  Tab("Overview", symbol: .chart) {
    Overview {
      Figure("Overdue loans", counting: late, tone: .bad).since(\.due)
      Figure("Overdue", share: late)
      Figure("Value of all copies", sum: \Copy.price)
      Figure("Average attendance", average: \Singer.share)
      Chart("Loans by month", of: Series(1, on: \Loan.lent), months: 12)
      Watch("Overdue loans", late, earliest: \.due).telling(\.due).telling(\.singer).offering("take-back")
    }
  }
  Tab("Scores", symbol: .book) {
    List(Score.self, title: \.title, subtitle: \.composer, \.voicing).searching(\.title, \.composer, \.shelf)
      .sorted(by: \.title).withInitials().telling(\.left, as: "{value} on the shelf")
      .showing(\.owned, as: Nouns("copy", "copies")).withSection(\.copies, offersNew: true)
  }
  Tab("Loans", symbol: .card) {
    List(Loan.self, title: \.name, subtitle: \.work, \.due).searching(\.singer, \.lastName)
      .sorted(descendingBy: \.due).narrowing(to: late)
  }
  Tab("Overdue", symbol: .alert) { ListView(late).grouped(by: \.singer).sorted(by: \.due) }
  Tab("Singers", symbol: .people) {
    List(Singer.self, title: \.lastName, \.firstName, subtitle: \.voice).searching(\.lastName, \.firstName)
      .sorted(by: \.lastName, \.firstName).withMonograms().telling(\.share, as: "{value} of the rehearsals")
      .showing(\.lateLoans, as: Nouns("overdue copy", "overdue copies")).locating(by: \.street, \.city)
      .withSection(\.loans, offersNew: true).withDocument(reminderLetter)
  }
  Tab("Voices", symbol: .list) { ListView(Singer.self).board(by: \.voice) }.underMore()
  Tab("Concerts", symbol: .calendar) {
    List(Concert.self, title: \.name, subtitle: \.starts, \.hall).searching(\.name, \.hall)
      .sorted(descendingBy: \.starts).showing(\.pieces, as: Nouns("piece", "pieces"))
      .withSection(\.programme, offersNew: true)
  }
  Tab("Pieces", symbol: .list) {
    List(Piece.self, title: \.name, subtitle: \.composer, \.concert).searching(\.score, \.title)
  }
  .underMore()
  Tab("Map", symbol: .map) { MapScreen(Concert.self, at: \.position) }.underMore()
  Tab(nextConcert)
  Tab("Copies", symbol: .box) {
    List(Copy.self, title: \.number, subtitle: \.score).searching(\.number).searching(\.score, \.title)
      .sorted(by: \.number).withSection(\.loans)
  }
  .underMore()
  Tab("Rehearsals", symbol: .clock) {
    List(Rehearsal.self, title: \.day, subtitle: \.plan).sorted(descendingBy: \.day)
      .showing(\.came, as: Nouns("singer", "singers")).withSection(\.attendances, offersNew: true)
  }
  .underMore()
  Tab("Attendance", symbol: .check) {
    List(Attendance.self, title: \.name, subtitle: \.rehearsal).showing(\.came).searching(\.singer, \.lastName)
      .narrowing(to: absent)
  }
  .underMore()
}

private let absent = Subset("absent", "Absent", where: \Attendance.came == false)
