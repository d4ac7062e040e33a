import KartotekaCommand

/// `choir remind`, for the librarian's mail program: singers are reminded each two weeks at most.
let remind = Command("remind", "Lists and notes the overdue loans that nobody was reminded of for two weeks") { call in
  let lines = try await call.store.perform(.code) { transaction in
    let late = try transaction.fetch(
      Loan.all.where(\.isLate == true && (\.reminded == nil || \.reminded < .today - 14.days))
        .sorted(by: \.due).including(\.singer).computing(\.work).limit(10_000))
    return try late.map { loan in
      var loan = loan
      let singer = try loan[\.singer]
      loan.reminded = transaction.today
      try transaction.update(loan)
      let name = "\(try singer[\.firstName]) \(try singer[\.lastName])"
      return "\(try loan[\.due])  \(name) <\(singer.mail ?? "-")>: \(try loan[\.work])"
    }
  }.value
  for line in lines { try call.print(line) }
}

/// Each morning, copies that are overdue for a year are given up. Another run finds nothing more to do.
let giveUp = Job("give-up", every: .day(at: 6)) { run in
  _ = try await run.store.perform(.code) { transaction in
    let lost = try transaction.fetch(Loan.all.where(\.isLate == true && \.due < .today - 365.days).limit(10_000))
    for var loan in lost {
      loan.lost = transaction.today
      try transaction.update(loan)
    }
  }
}

/// A letter to a singer, to be printed.
let reminderLetter = Document<Singer>("reminder", title: "Reminder", from: "Choir library", "Kirchplatz 2", "Dresden")
  .addressed("To", \.firstName, \.lastName).line(\.street).line(\.city)
  .beginning("Dear {firstName}, these copies are overdue. Please bring them to the next rehearsal.")
  .table(\.loans, columns: \.work, \.due, where: \.isLate == true)
  .ending("Thank you!")
