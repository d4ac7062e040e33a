import KartotekaCommand

/// A concert with its programme.
struct Concert: Entity {
  let name = Attribute<String>("Name", .required, .title)
  let starts = Attribute<Date>("Starts", .required)
  let hall = Attribute<String>("Hall")
  let position = Attribute<Coordinate>("Place")
  let programme = ToMany<Piece>("Programme", inverse: \.concert)

  let pieces = Computed<Concert, Int>("Pieces") { .count(\.programme) }
}

/// A score in the programme of a concert.
struct Piece: Entity {
  let place = Attribute<Int>("No.", .place(in: \Piece.concert))
  let concert = ToOne<Concert>("Concert", .required, .onDelete(.cascade))
  let score = ToOne<Score>("Score", .required, .onDelete(.deny))

  let name = Computed<Piece, String>("Piece", .title) {
    .joined(.of(\.place), .of(\.score, \Score.title), separator: ". ")
  }
  let composer = Computed<Piece, String>("Composer") { .of(\.score, \Score.composer) }
}

/// The next concert with its programme, to be shown by the projector at the rehearsal.
let nextConcert = OwnPage("next-concert", title: "Next concert", symbol: .clock) { call in
  let coming = try await call.store.fetch(Concert.all.where(\.starts >= .today).sorted(by: \.starts).limit(1))
  guard let concert = coming.first, let id = concert.id, let starts = concert.starts else {
    return Markup { html in html.paragraph(html.say("No concert is planned")) }
  }
  let programme = try await call.store.fetch(
    Piece.all.where(\.concert == id).sorted(by: \.place).including(\.score).limit(200))
  let titles = try programme.map { try $0[\.score][\.title] }
  let name = try concert[\.name]
  let when = [call.date(call.day(of: starts)), call.time(starts), concert.hall].compactMap(\.self)
  return Markup { html in
    html.heading(name)
    html.paragraph(when.joined(separator: ", "))
    html.element(.numberedList) { list in
      for title in titles { list.element(.item) { $0.plain(title) } }
    }
    html.link(html.say("To the concert"), to: call.address("concerts", id))
  }
}
.withoutFrame()
