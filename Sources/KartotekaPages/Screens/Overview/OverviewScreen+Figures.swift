import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

// Figures.
extension OverviewScreen {
  /// The length of a sum that is shown to the last digit.
  private static let longestExact = 10

  /// A figure with its note.
  func tile(_ figure: FigureDescription, _ say: Localizer) async throws -> OverviewColumn.Tile {
    switch figure.content {
    case .count(let count): try await tile(count, figure, say)
    case .latestMonth(let series): try await tile(series, figure, say)
    case .sum(let total): try await tile(total, isAverage: false, figure, say)
    case .average(let total): try await tile(total, isAverage: true, figure, say)
    case .share(let subset): try await tile(shareOf: subset, figure, say)
    }
  }

  private func tile(
    _ total: FigureDescription.Total, isAverage: Bool, _ figure: FigureDescription, _ say: Localizer
  ) async throws -> OverviewColumn.Tile {
    var tile = OverviewColumn.Tile(title: say(figure.title), number: "–", tone: figure.tone)
    guard let entity = model.entity(named: total.entity),
      let form = try? total.expression.figureForm(of: entity, in: model, isAverage: isAverage)
    else { return tile }
    if let subset = total.subset {
      tile.href = address(of: subset)
    } else {
      tile.href = ListScreen(screens, of: entity)?.address
    }
    var request = AggregateRequest(entity.name)
    request.predicate = total.subset?.predicate
    request.measures = [total.expression.figureMeasure(of: entity, isAverage: isAverage)]
    if case .integer(let number)? = try await store.aggregates([request]).first?.first?.measures.first {
      let amounts = AmountText(form: form, say: say)
      // A long sum is rounded, as those of months are.
      let exact = amounts.exact(number)
      tile.number = isAverage || exact.count <= Self.longestExact ? exact : amounts.whole(number)
    }
    return tile
  }

  private func tile(
    shareOf subset: SubsetDescription, _ figure: FigureDescription, _ say: Localizer
  ) async throws -> OverviewColumn.Tile {
    var request = AnyFetchRequest(subset.entity)
    let all = try await store.count(request)
    request.predicate = subset.predicate
    let some = try await store.count(request)
    var tile = OverviewColumn.Tile(title: say(figure.title), number: "–", href: address(of: subset))
    guard all > 0, let percent = Int32(nearest: Double(some) / Double(all) * 100) else { return tile }
    tile.number = say.language.grouped(Int(percent)) + say.language.percentSign
    tile.note = say("{count} of {all}", ["count": .count(some), "all": .text(say.language.grouped(all))])
    tile.tone = some > 0 ? figure.tone : .plain
    return tile
  }

  private func tile(
    _ count: FigureDescription.Count, _ figure: FigureDescription, _ say: Localizer
  ) async throws -> OverviewColumn.Tile {
    var request = AnyFetchRequest(count.subset.entity)
    request.predicate = count.subset.predicate
    let number = try await store.count(request)
    var notes: [String] = []
    if number > 0, let since = count.since {
      var earliest = AggregateRequest(count.subset.entity)
      earliest.predicate = count.subset.predicate
      earliest.measures = [.least(.value(since))]
      if case .text(let day)? = try await store.aggregates([earliest]).first?.first?.measures.first,
        let date = CalendarDate(iso: day)
      {
        notes.append(say("oldest since {date}", ["date": .text(DateText.long(date, in: say))]))
      }
    }
    if let among = count.among {
      var all = AnyFetchRequest(count.subset.entity)
      all.predicate = among.predicate
      notes.append(say(among.words, ["count": .count(try await store.count(all))]))
    }
    return OverviewColumn.Tile(
      title: say(figure.title), number: say.language.grouped(number), tone: number > 0 ? figure.tone : .plain,
      note: notes.isEmpty ? nil : notes.joined(separator: " · "), href: address(of: count.subset))
  }

  private func tile(
    _ series: SeriesDescription, _ figure: FigureDescription, _ say: Localizer
  ) async throws -> OverviewColumn.Tile {
    guard let reader = SeriesReader(series, store), let day = try await reader.latestDay() else {
      return OverviewColumn.Tile(title: say(figure.title, ["month": .text("–")]), number: "–")
    }
    let latest = Month(day)
    // Uses the same months as the charts, so that they are computed once.
    let months = try await reader.months(12, to: latest)
    let amounts = AmountText(form: reader.form, say: say)
    let (now, before) = (months[11].point.number, months[10].point.number)
    var tile = OverviewColumn.Tile(
      title: say(figure.title, ["month": .text(latest.name(in: say))]), number: amounts.whole(now))
    tile.href = address(of: latest, reader)
    if latest == Month(.today) || Month(day.adding(days: 7)) == latest {
      // An incomplete month is not compared with a complete one.
      tile.note = say(
        "{amount} in all of {month}",
        ["amount": .text(amounts.whole(before)), "month": .text(latest.adding(-1).name(in: say))])
    } else if before > 0, now >= 0 {
      // A comparison with next to nothing has more digits than a number, and says nothing.
      guard let share = Int32(nearest: Double(now) / Double(before) * 100) else { return tile }
      let percent = Int(share) - 100
      let count = Phrase.Argument.text(say.language.grouped(percent < 0 ? -percent : percent))
      tile.note =
        percent == 0
        ? say("as much as the month before")
        : say(
          percent > 0 ? "{percent} % more than the month before" : "{percent} % less than the month before",
          ["percent": count])
      tile.isGood = percent > 0
    }
    return tile
  }
}
