import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Dates in searches")
struct DateTermTests {
  @Test(
    "A date as it is shown is one term, in each language and with a year, a day or both",
    arguments: [
      ("20 Nov 2026", "2026-11-20"), ("20 november 2026", "2026-11-20"), ("November 20, 2026", "2026-11-20"),
      ("5 lip 1996", "1996-07-05"), ("14 października 2025", "2025-10-14"), ("4 июл. 1996 г.", "1996-07-04"),
      ("20 нояб. 2026 г.", "2026-11-20"), ("nov 2026", "2026-11-"), ("2026 nov", "2026-11-"), ("maja 2026", "2026-05-"),
      ("20 nov", "-11-20"), ("20 nov 202", "-11-20"), ("nov 3", "-11-03"),
    ])
  func date(text: String, iso: String) {
    let terms = SearchTerm.terms(text, hasPhones: false, hasDates: true)
    #expect(terms.count == 1)
    #expect(terms.first?.forms.last == iso)
    // The same words in a text are found, too.
    #expect(terms.first?.forms.first == Folding.fold(text))
  }

  @Test("Other words stay terms of their own, and names of months alone do not restrict a date")
  func others() {
    #expect(
      SearchTerm.terms("chai 20 nov 2026 buchanan", hasPhones: true, hasDates: true).map(\.forms)
        == [["chai"], ["20 nov 2026", "2026-11-20"], ["buchanan"]])
    #expect(SearchTerm.terms("may", hasPhones: false, hasDates: true).map(\.forms) == [["may"]])
    #expect(SearchTerm.terms("32 may", hasPhones: false, hasDates: true).map(\.forms) == [["32"], ["may"]])
    #expect(SearchTerm.terms("20 nov 2026", hasPhones: false).count == 3)
  }
}
