import Foundation
import KartotekaModel
import Synchronization

extension Catalogue {
  /// The platform's words: `en.json`, `pl.json` and `ru.json` of the resources, and those of the languages that were added. An
  /// application's words are merged into them.
  public static var platform: Catalogue {
    let languages = Language.all
    if let known = made.withLock({ $0 }), known.languages == languages { return known.catalogue }
    let catalogue = platform(languages)
    made.withLock { $0 = (languages, catalogue) }
    return catalogue
  }

  private static let made = Mutex<(languages: [Language], catalogue: Catalogue)?>(nil)

  private static func platform(_ languages: [Language]) -> Catalogue {
    var catalogue = Catalogue()
    for language in languages {
      catalogue.merge(Catalogue(language: language, making: { words(in: language) }))
    }
    return catalogue
  }

  // The dates of CLDR, and what the file has. A language that was added brings its file.
  private static func words(in language: Language) -> [String: Entry] {
    let file = language.code + ".json"
    let json = Embedded.names.contains(file) ? Embedded.data(file) : language.rules.words()
    let words = Catalogue.words(of: json)
    // English keys are English words. Formatters of dates take longer to make than a file to read.
    if language == .english || Language.dateKeys.allSatisfy({ words[$0] != nil }) { return words }
    return language.dateWords.merging(words) { $1 }
  }
}

// Sentences with an app's nouns in them. A language puts "New person" into one form and "New city" into
// another, so each app's catalogue has them whole; where it lacks one, a neutral sentence stands in.
extension Localizer {
  /// "New person", else "New: person".
  package func newRecord(_ nouns: Nouns) -> String {
    ifKnown(Phrase("New " + nouns.one)) ?? self("New: {noun}", ["noun": .phrase(Phrase(nouns.one))])
  }

  /// "1,000 people", else "1,000 records".
  package func counted(_ count: Int, _ nouns: Nouns) -> String { self(countedPhrase(count, nouns)) }

  /// "12 users", else the title of what is counted with the number: "Users: 12".
  package func counted(_ count: Int, _ nouns: Nouns, titled title: String) -> String {
    let phrase = countedPhrase(count, nouns)
    if phrase.key != Self.anyCounted { return self(phrase) }
    return self("{title}: {counted}", ["title": .text(self(title)), "counted": .count(count)])
  }

  /// "11 of 184 cities".
  package func counted(_ count: Int, of all: Int, _ nouns: Nouns) -> String {
    self("{found} of {counted}", ["found": .count(count), "counted": .phrase(countedPhrase(all, nouns))])
  }

  /// "There is no user No. 99", else "There is no card with the number 99".
  package func noSuchRecord(_ id: RecordID, _ nouns: Nouns) -> String {
    let arguments: [String: Phrase.Argument] = ["number": .text(String(id))]
    return ifKnown(Phrase("There is no \(nouns.one) No. {number}", arguments))
      ?? self("There is no card with the number {number}", arguments)
  }

  /// "There is no user called “Anna”", else "Nothing is called “Anna”".
  package func nothingCalled(_ title: String, _ nouns: Nouns) -> String {
    let arguments: [String: Phrase.Argument] = ["title": .text(title)]
    return ifKnown(Phrase("There is no \(nouns.one) called “{title}”", arguments))
      ?? self("Nothing is called “{title}”", arguments)
  }

  /// "First name, last name, email": the labels of several columns. Abbreviations keep their capitals, and so do German nouns.
  package func list(_ labels: [String]) -> String {
    let labels = labels.map { self($0) }
    let others = labels.dropFirst().map(language.withinSentence)
    return (labels.prefix(1) + others).joined(separator: ", ")
  }

  /// "Filter by city".
  package func filterLabel(_ label: String) -> String {
    let label = self(label)
    // English writes it as a part of the sentence; others have it stand for itself.
    let column = language == .english ? label.prefix(1).lowercased() + label.dropFirst() : label
    return self("Filter by {column}", ["column": .text(column)])
  }

  /// "No people yet", else "Nothing here yet".
  package func noneYet(_ nouns: Nouns) -> String { ifKnown(Phrase("No \(nouns.many) yet")) ?? self("Nothing here yet") }

  /// "1,000 people by last name": how many, and in which order, where the language has words for the order.
  /// - Parameter label: the label of the attribute that the list is sorted by.
  package func status(_ count: Int, _ nouns: Nouns, sortedBy label: String?) -> String {
    // "5 countries by country" says nothing.
    guard let label, label.lowercased() != nouns.one, let order = byAttribute(label) else {
      return counted(count, nouns)
    }
    return self("{counted} {order}", ["counted": .phrase(countedPhrase(count, nouns)), "order": .phrase(order)])
  }

  /// "Search by last name", else "Search".
  package func searchLabel(_ label: String?) -> String {
    guard let order = label.flatMap(byAttribute) else { return self("Search") }
    return self("Search {order}", ["order": .phrase(order)])
  }

  /// The note on the fields that a new record needs before it can be saved.
  /// - Parameter required: the labels of the fields that are.
  package func neededNote(required: [String], of total: Int) -> String? {
    if required.isEmpty { return nil }
    return required.count == total
      ? self("All fields are needed before the card can be saved.")
      : self("Needed before the card can be saved: {fields}", ["fields": .text(list(required))])
  }

  private func countedPhrase(_ count: Int, _ nouns: Nouns) -> Phrase {
    // English has its two forms in the nouns; others have all of theirs in the catalogue, under the plural.
    let noun = language == .english && count == 1 ? nouns.one : nouns.many
    let phrase = Phrase("{count} " + noun, ["count": .count(count)])
    return knows(phrase.key) ? phrase : Phrase(Self.anyCounted, ["count": .count(count)])
  }

  private static let anyCounted = "{count} records"

  // "by last name": a key of its own, since other languages decline the attribute's name there.
  private func byAttribute(_ label: String) -> Phrase? {
    let phrase = Phrase("by " + label.prefix(1).lowercased() + label.dropFirst())
    return knows(phrase.key) ? phrase : nil
  }
}
