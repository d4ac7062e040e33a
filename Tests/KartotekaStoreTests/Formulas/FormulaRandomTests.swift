import Foundation
import RandomTests
import Testing

@testable import KartotekaModel
@testable import KartotekaStore

/// Random formulas, computed by SQL and in memory, and read again from what they are written as.
@Suite("Formulas in SQL, in memory and as text")
struct FormulaRandomTests {
  /// Makes formulas of a kind for records of an entity.
  private struct Generator {
    enum Kind: CaseIterable { case number, whole, text, truth, day, moment, duration }

    var random: SeededGenerator

    private mutating func one<T>(_ list: [T]) -> T { list[Int.random(in: list.indices, using: &random)] }

    mutating func term(_ kind: Kind, _ entity: String, _ depth: Int, canSum: Bool = true) -> FormulaTerm {
      if depth == 0 || Int.random(in: 0..<5, using: &random) == 0 { return leaf(kind, entity) }
      let canSum = canSum && entity == "order"
      func next(_ generator: inout Generator, _ kind: Kind) -> FormulaTerm {
        generator.term(kind, entity, depth - 1, canSum: canSum)
      }
      switch kind {
      case .number, .whole:
        switch Int.random(in: 0..<(canSum ? 12 : 9), using: &random) {
        case 0, 1: return .call(one([.plus, .minus]), [next(&self, kind), next(&self, kind)])
        case 2: return .call(.times, [next(&self, kind), next(&self, .whole)])
        case 3 where kind == .number: return .call(.divided, [next(&self, kind), next(&self, kind)])
        case 4: return .call(.choose, [next(&self, .truth), next(&self, kind), next(&self, kind)])
        case 5:
          return .call(one([.least, .greatest, .first]), [next(&self, kind), next(&self, kind), leaf(kind, entity)])
        case 6: return .call(one([.year, .month, .day, .week, .weekday]), [next(&self, .day)])
        case 7:
          return one([true, false])
            ? .call(.minus, [next(&self, .day), next(&self, .day)])
            : .call(.length, [next(&self, .text)])
        case 8: return .call(kind == .number ? .hours : one([.minutes, .days]), [next(&self, .duration)])
        case 9 where kind == .number:
          return .over(one([.sum, .average]), "lines", [term(.number, "line", depth - 1, canSum: false)])
        case 10: return .over(.count, "lines", [term(.truth, "line", depth - 1, canSum: false)])
        case 11:
          return .over(
            one([.least, .greatest, .sum]), "lines",
            [term(kind, "line", depth - 1, canSum: false), term(.truth, "line", depth - 1, canSum: false)])
        default:
          let digits = kind == .whole ? 0 : Int64.random(in: 0...4, using: &random)
          return .call(.round, [next(&self, .number), .number(digits, scale: 0)])
        }
      case .text:
        switch Int.random(in: 0..<(canSum ? 8 : 7), using: &random) {
        case 0: return .call(.appended, [next(&self, one([.text, .number, .day])), next(&self, .text)])
        case 1: return .call(.joined, [.text(one([", ", " "])), next(&self, .text), next(&self, one([.text, .day]))])
        case 2: return .call(.choose, [next(&self, .truth), next(&self, .text)])
        case 3: return .call(.first, [next(&self, .text), next(&self, .text)])
        case 4: return .call(one([.upper, .lower]), [next(&self, .text)])
        case 5: return .call(.start, [next(&self, .text), next(&self, .whole)])
        case 6:
          let (text, part) = (next(&self, .text), leaf(.text, entity))
          return one([true, false])
            ? .call(one([.before, .after]), [text, part]) : .call(.replace, [text, part, leaf(.text, entity)])
        default: return .over(.joined, "lines", [term(one([.text, .number]), "line", depth - 1, canSum: false)])
        }
      case .truth:
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return .call(one([.and, .or]), [next(&self, .truth), next(&self, .truth)])
        case 1: return .call(.not, [next(&self, .truth)])
        case 2: return .call(.empty, [next(&self, one(Kind.allCases))])
        case 3: return .call(.contains, [next(&self, .text), leaf(.text, entity)])
        default:
          let kind = one([.number, .text, .day, .moment, .duration] as [Kind])
          return .call(
            one([.equal, .unequal, .less, .more, .notMore, .notLess]), [next(&self, kind), next(&self, kind)])
        }
      case .day:
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return .call(one([.plus, .minus]), [next(&self, .day), next(&self, .whole)])
        case 1: return .call(.addmonths, [next(&self, .day), next(&self, .whole)])
        case 2: return .call(one([.least, .greatest]), [next(&self, .day), next(&self, .day)])
        default: return .call(.choose, [next(&self, .truth), next(&self, .day), next(&self, .day)])
        }
      case .moment:
        switch Int.random(in: 0..<3, using: &random) {
        case 0: return .call(one([.plus, .minus]), [next(&self, .moment), next(&self, .duration)])
        case 1: return .call(one([.least, .greatest, .first]), [next(&self, .moment), next(&self, .moment)])
        default: return .call(.choose, [next(&self, .truth), next(&self, .moment), next(&self, .moment)])
        }
      case .duration:
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return .call(.minus, [next(&self, .moment), next(&self, .moment)])
        case 1: return .call(one([.plus, .minus, .least]), [next(&self, .duration), next(&self, .duration)])
        case 2: return .call(.minutes, [next(&self, one([.whole, .number]))])
        default: return .call(.hours, [next(&self, one([.whole, .number]))])
        }
      }
    }

    private mutating func leaf(_ kind: Kind, _ entity: String) -> FormulaTerm {
      let isOrder = entity == "order"
      switch kind {
      case .whole:
        return one([
          .value(isOrder ? "number" : "quantity"), .value(isOrder ? "weight" : "order.number"),
          .number(.random(in: -20...40, using: &random), scale: 0), .number(one([.max, .min + 1, 0]), scale: 0),
        ])
      case .number:
        return one([
          .value(isOrder ? "discount" : "price"), .value(isOrder ? "customer.credit" : "order.customer.credit"),
          .value(isOrder ? "total" : "amount"), .value(isOrder ? "customer.turnover" : "quantity"),
          .number(.random(in: -2000...4000, using: &random), scale: .random(in: 0...3, using: &random)),
        ])
      case .text:
        return one([
          .value(isOrder ? "note" : "product"), .value(isOrder ? "customer.country" : "order.note"),
          .text(one(["Łódź", "lo", "a \"b\"", "e\u{301}", ", "])), .text(""), .me,
        ])
      case .truth:
        return isOrder
          ? one([
            .value("paid"), .value("customer.vip"), .value("isLate"),
            .call(.equal, [.value("status"), .text(one(["open", "sent"]))]),
          ])
          : one([
            .value("order.paid"), .value("order.isLate"), .call(.more, [.value("quantity"), .number(3, scale: 0)]),
          ])
      case .day:
        return one([
          .value(isOrder ? "due" : "order.due"), .today, .call(.date, [.value(isOrder ? "placed" : "order.placed")]),
          .value(isOrder ? "customer.joined" : "order.customer.joined"),
          .call(.date, [.text(one(["2024-01-31", "2023-02-29", "none"]))]),
        ])
      case .moment:
        return one([.value(isOrder ? "placed" : "order.placed"), .now])
      case .duration:
        return one([
          .call(.minus, [.now, .value(isOrder ? "placed" : "order.placed")]),
          .call(.hours, [.value(isOrder ? "weight" : "quantity")]),
          .call(.minutes, [.number(.random(in: -2000...2000, using: &random), scale: 0)]),
        ])
      }
    }
  }

  // A record that is given means the same as the stored one, also with its lines.
  private static func compareDrafts(_ term: FormulaTerm, _ order: EntityDescription, _ store: Store) async throws {
    try await store.tryOut { transaction in
      let mapping = transaction.mapping.withoutKeys
      let relationship = try #require(order.relationship("lines"))
      let line = try #require(transaction.model.entity(named: "line"))
      for id in Int64(1)...12 {
        let stored = try FormulaRows.values(of: [term], order, [id], mapping, in: transaction.database)[id]
        let record = try #require(try transaction.record(order, id: id))
        let lines = try transaction.related(order, relationship, of: id).compactMap {
          try transaction.record(line, id: $0)
        }
        for rows in [DraftRows(record), DraftRows(record, parts: ["lines": lines])] {
          let draft = try DraftFormulas(rows, mapping, transaction.database).values(of: [term])
          #expect(draft == stored, "\(Formula(term).text) of \(id)")
        }
      }
    }
  }

  // What conditions, orders and groups have of the row is what a look-up by the record's id finds.
  private static func compareForms(
    _ source: ComputedSource, _ attribute: AttributeDescription, _ order: EntityDescription, _ store: Store,
    _ comment: String
  ) async throws {
    var value = attribute
    value.name = "compared"
    let changed = EntityDescription(
      name: order.name, plural: order.plural, table: order.table, nouns: order.nouns, attributes: order.attributes,
      relationships: order.relationships,
      computed: order.computed + [ComputedDescription(attribute: value, source: source)])
    let differing = try await store.tryOut { transaction in
      let mapping = transaction.mapping.withoutKeys
      let plain = try #require(try ComputedSQL.value("compared", changed, mapping))
      let found = try #require(try ComputedSQL.value("compared", changed, mapping, id: "(t.id)"))
      return try transaction.database.integers(
        "SELECT t.id FROM orders t WHERE \(plain.sql) IS NOT \(found.sql)", plain.values + found.values)
    }
    #expect(differing.isEmpty, "\(comment)")
  }

  private static func asking(
    _ zone: TimeZone, _ now: Date, _ me: String?, _ body: () async throws -> Void
  ) async throws {
    try await TaskTimeZone.$current.withValue(zone) {
      try await TaskMoment.$fixed.withValue(now) {
        try await Author.$current.withValue(me.map { Author(id: nil, name: $0) }) { try await body() }
      }
    }
  }

  // Whether a rule is kept: a comparison with an empty value, and a choice without another value, keep it.
  private static func isKept(
    _ term: FormulaTerm, _ entity: EntityDescription, _ id: Int64, _ oracle: FormulaOracle
  ) throws -> Bool {
    func isTrue(_ term: FormulaTerm) throws -> Bool { try oracle.value(term, entity, id) == .integer(1) }
    switch term {
    case .call(.and, let parts): return try parts.allSatisfy { try isKept($0, entity, id, oracle) }
    case .call(.or, let parts): return try parts.contains { try isKept($0, entity, id, oracle) }
    case .call(.choose, let parts):
      if try isTrue(parts[0]) { return try isKept(parts[1], entity, id, oracle) }
      return try parts.count < 3 || parts[2] == .text("") || isKept(parts[2], entity, id, oracle)
    case .call(let function, let parts)
    where [.equal, .less, .more, .notMore, .notLess, .contains].contains(function) && !parts.contains(.text("")):
      return try parts.contains { try oracle.value($0, entity, id).isNull } || isTrue(term)
    default: return try isTrue(term)
    }
  }

  @Test(
    "Random formulas mean the same in SQL and in memory, and after they are written and read",
    arguments: 1...UInt64(RandomTests.count(2, all: 4)))
  func random(seed: UInt64) async throws {
    let zone = try #require(TimeZone(identifier: "Asia/Kolkata"))
    let now = Date(timeIntervalSince1970: 1_790_000_000 + Double(seed) * 61.7)
    let me = seed % 2 == 0 ? "Łódź" : nil
    try await Self.asking(zone, now, me) {
      let model = FormulaSamples.model
      let store = try await FormulaSamples.store()
      let order = try #require(model.entity(named: "order"))
      let check = FormulaCheck(model)
      let names = FormulaNames(order, in: model) { $0 }
      var generator = Generator(random: SeededGenerator(state: seed))
      let oracle = FormulaOracle(model: model, rows: FormulaSamples.rows, today: .today, now: now, me: me, zone: zone)
      var compared = 0
      let wanted = RandomTests.count(100, all: 2_500)
      for _ in 0..<wanted * 20 where compared < wanted {
        let kind = Generator.Kind.allCases[Int.random(in: 0..<7, using: &generator.random)]
        let formula = Formula(generator.term(kind, "order", 4))
        // Products have more than nine digits after the point now and then.
        guard let type = try? check.type(of: formula, order), !check.isTooLarge(formula.term, order) else { continue }
        compared += 1
        let text = formula.text
        #expect(try Formula(reading: text) == formula, "\(text)")
        let labelled = names.write(formula)
        #expect(try names.read(labelled) == formula, "\(labelled)")
        let source = formula.source(of: order, in: model)
        var reader = DocumentReader()
        #expect(ComputedSource.shape.read(ComputedSource.shape.write(source), &reader) == source, "\(text)")
        let results = try await store.results(of: source, as: type.attribute, order, ids: Array(1...12))
        for id in Int64(1)...12 {
          let expected = try oracle.value(formula.term, order, id)
          #expect(results[id] == expected, "\(text) of \(id)")
        }
        try await Self.compareForms(source, type.attribute, order, store, "\(text), seed \(seed)")
        try await Self.compareDrafts(formula.term, order, store)
        guard type == .truth, !check.isTooLarge(formula.term.kept, order) else { continue }
        let kept = try await store.tryOut {
          try FormulaRows.values(of: [formula.term.kept], order, Array(1...12), $0.mapping.withoutKeys, in: $0.database)
        }
        for id in Int64(1)...12 {
          let expected = try Self.isKept(formula.term, order, id, oracle)
          #expect(kept[id] == [.integer(expected ? 1 : 0)], "\(text) of \(id) as a rule")
        }
      }
      // If more are refused, the check is wrong.
      #expect(compared == wanted)
    }
  }
}
