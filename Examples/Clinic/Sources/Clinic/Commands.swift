import KartotekaCommand

/// `clinic overdue Burek`: who has to be called, beside a server or without one.
let overdue = Command("overdue", "Lists overdue vaccinations", taking: [.optional("animal")]) { call in
  let late = try await call.store.fetch(
    Vaccination.all.where(\.due < .today).sorted(by: \.due).including(\.animal).limit(1_000))
  for vaccination in late {
    let name = try vaccination[\.animal][\.name]
    if let asked = call["animal"], asked != name { continue }
    try call.print("\(try vaccination[\.due])  \(name): \(try vaccination[\.against])")
  }
}
