import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaPeople

/// The people of an application, for those who shape it: names, and what they may do there. It has nothing of other applications, nor
/// of accounts.
struct PeopleOfAppScreen: Sendable {
  let screens: AppScreens
  let people: People

  /// The address of the page. An application may have records of people, whose list is at `people`.
  static func address(of screens: AppScreens) -> URLPath { screens.path.appending("share").appending("people") }

  /// The row that leads to the page; nil where nobody has an account.
  static func row(_ screens: AppScreens, _ say: Localizer) -> LinkRow? {
    guard screens.access.isOfPerson else { return nil }
    return LinkRow(
      title: say("People"), detail: say("Who may use this application"), symbol: .people, href: address(of: screens))
  }

  /// The page.
  func page(_ call: ScreenCall) async throws -> ScreenDocument {
    guard call.context.asker.hasPeople else { throw ScreenFault.noSuchPage }
    let (say, address) = (call.say, Self.address(of: screens))
    let rows = try await people.all().compactMap { person in
      person.role(in: screens.description.name).map { role in
        LinkRow(
          title: person.name,
          detail: person.isAdministrator ? say("Administrator") : PeopleScreens.title(role, say), symbol: .person)
      }
    }
    let managing = RowGroup(rows: [
      LinkRow(
        title: say("All people"), detail: say("Invite, roles, remove"), symbol: .people, href: PeopleAddress.people)
    ])
    let column = ImportColumn(
      title: say("People"), lead: say("An administrator invites people and changes what they may do."),
      back: (say(screens.more.title), screens.moreAddress),
      content: PeopleList.parts(rows, at: address, call) + [managing])
    var document = try await screens.page(
      column.title, for: call.asked, tab: screens.more.path, hasTwoColumns: false, kind: .settings, isFollowing: false,
      columns: [column])
    document.isStorable = false
    return document.depending(on: .outside)
  }
}

/// A list of people. If it is a long one, it has a search, and shows the first ones.
enum PeopleList {
  private static let (search, more) = ("search", "more")
  /// With more people there is a search field.
  private static let few = 12
  /// The most people that are shown at first, so that the forms below them are not far.
  private static let most = 50

  /// The rows whose titles have all the words of the search.
  static func parts(_ all: [LinkRow], at address: URLPath, _ call: ScreenCall) -> [any Component] {
    let (say, text) = (call.say, call.asked.search)
    let words = Folding.fold(text).split(separator: " ")
    let found = all.filter { row in
      let name = Folding.fold(row.title)
      return words.allSatisfy { name.contains($0) }
    }
    var rows = Array(call.asked.query[more] == nil ? found.prefix(most) : found[...])
    if rows.count < found.count {
      rows.append(
        LinkRow(
          title: say("Show all {count}", ["count": .count(found.count)]),
          href: address.with(search, unlessEmpty: text).with(more, "all")))
    }
    let field = SearchField(label: say("Search people"), placeholder: say.personName, text: text, action: address)
    let list: any Component =
      rows.isEmpty ? Told(text: say("Nothing found for “{search}”", ["search": .text(text)])) : RowGroup(rows: rows)
    return all.count > few || !text.isEmpty ? [field, list] : [list]
  }
}
