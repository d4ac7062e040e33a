import Testing

@testable import KartotekaModel

@Suite("The faulty part of a formula")
struct FormulaFaultTests {
  // The fault of a formula with the labels Price, Amount due and Paid.
  private func fault(_ text: String) -> FormulaFault? {
    var order = DocumentEntity()
    (order.name, order.plural, order.table, order.nouns) = ("order", "orders", "orders", Nouns("order", "orders"))
    order.attributes = [
      AttributeDescription(name: "price", label: "Price", kind: .integer),
      AttributeDescription(name: "amountDue", label: "Amount due", kind: .integer),
      AttributeDescription(name: "paid", label: "Paid", kind: .boolean),
    ]
    let model = ModelDescription(drafts: [order])
    do throws(FormulaFault) { _ = try FormulaNames(model.entities[0], in: model) { $0 }.read(text) } catch {
      return error
    }
    return nil
  }

  private func sentence(_ text: String) -> String {
    fault(text).map { Localizer.english($0.phrase(in: text)) } ?? ""
  }

  @Test("A word that is there once is quoted by itself; a sign, a second word and one of a long text with its place")
  func quoted() throws {
    #expect(sentence("prise × 2").hasPrefix("prise: There is no field"))
    #expect(sentence("Price + 1 ? 2").hasPrefix("“?” in Price + 1 [?] 2: "), "\(sentence("Price + 1 ? 2"))")
    #expect(sentence("Price + length(Paid) + Paid").contains("[Paid]"), "\(sentence("Price + length(Paid) + Paid"))")
    let long = String(repeating: "Price + ", count: 9) + "prise + 1"
    #expect(sentence(long).hasPrefix("“prise” in …"), "\(sentence(long))")
    #expect(sentence(long).contains("[prise] + 1: "))
    // A fault of the whole text has no part.
    #expect(sentence("prise").hasPrefix("There is no field"))
  }

  @Test("The place is that of a script: UTF-16, a line end as one sign, marks of direction counted")
  func place() throws {
    func part(_ text: String) throws -> Range<Int>? { try #require(fault(text), "\(text)").place(in: text) }
    #expect(try part("Price × prise") == 8..<13)
    #expect(try part("\"😀\" = prise") == 7..<12)
    #expect(try part("Price +\r\nprise") == 8..<13)
    #expect(try part("\u{200F}Price × prise") == 9..<14)
    #expect(try part("Price +") == nil)
  }
}
