import Hummingbird
import KartotekaHTML
import KartotekaHTTP

extension ScreenRoutes {
  /// The rows of people's screens.
  @ScreenRouteBuilder
  func routes(of screens: PeopleScreens) -> [ScreenRoute] {
    let signIn = RouterPath(PeopleAddress.signIn.text)
    get(signIn, needs: .public) { try await screens.signInPage($0) }
    post(signIn, needs: .public) { try await screens.signIn($0.form(), $0) }
    post(RouterPath(PeopleAddress.signInCode.text), needs: .public) { try await screens.signInByCode($0.form(), $0) }
    let passkey = RouterPath(PeopleAddress.signInPasskey.text)
    post("\(passkey)/options", needs: .public) { try await screens.passkeyRequest($0) }
    post(passkey, needs: .public) { try await screens.signInByPasskey($0.form(), $0) }
    post(RouterPath(PeopleAddress.signOut.text), needs: .public) { try await screens.signOut($0) }
    let link = RouterPath(PeopleAddress.link.text)
    get(link, needs: .public) { try await screens.linkPage($0) }
    post(link, needs: .public) { try await screens.accept($0.form(), $0) }
    let linkPasskey = RouterPath(PeopleAddress.linkPasskey.text)
    post("\(linkPasskey)/options", needs: .public) { try await screens.linkPasskeyCreation($0.form(), $0) }
    post(linkPasskey, needs: .public) { try await screens.acceptByPasskey($0.form(), $0) }
    let first = RouterPath(PeopleAddress.first.text)
    get(first, needs: .administer) { try screens.firstPage($0) }
    post(first, needs: .administer) { try await screens.makeFirst($0.form(), $0) }
    yourRoutes(screens)
    codeRoutes(screens)
    passkeyRoutes(screens)
    let people = RouterPath(PeopleAddress.people.text)
    get(people, needs: .administer) { try await screens.peoplePage($0) }
    get("\(people)/audit", needs: .administer) { try await screens.auditPage($0) }
    post("\(people)/invite", needs: .administer) { try await screens.invite($0.form(), $0) }
    post("\(people)/links", needs: .administer) { try await screens.endLink($0.form(), $0) }
    let settings = RouterPath(PeopleAddress.settings.text)
    get(settings, needs: .administer) { try await screens.settingsPage($0) }
    post(settings, needs: .administer) { try await screens.setSettings($0.form(), $0) }
    post("\(settings)/sharing", needs: .administer) { try await screens.setSharing($0.form(), $0) }
    post("\(settings)/token", needs: .administer) { try await screens.setServerToken($0.form(), $0) }
    let person = RouterPath("\(people)/{id}")
    get(person, needs: .administer) { try await screens.personPage($0) }
    post(person, needs: .administer) { try await screens.setRoles($0.form(), $0) }
    post("\(person)/password", needs: .administer) { try await screens.passwordLink($0) }
    post("\(person)/codes", needs: .administer) { try await screens.endCodesOfPerson($0) }
    post("\(person)/sessions", needs: .administer) { try await screens.endSessions($0) }
    get("\(person)/remove", needs: .administer) { try await screens.removalPage($0) }
    post("\(person)/remove", needs: .administer) { try await screens.remove($0) }
  }

  @ScreenRouteBuilder
  private func yourRoutes(_ screens: PeopleScreens) -> [ScreenRoute] {
    let you = RouterPath(PeopleAddress.you.text)
    get(you, needs: .own) { try await screens.youPage($0) }
    post(you, needs: .own) { try await screens.setAccount($0.form(), $0) }
    post("\(you)/password", needs: .own) { try await screens.changePassword($0.form(), $0) }
    post("\(you)/sessions", needs: .own) { try await screens.endOwnSessions($0.form(), $0) }
    post("\(you)/tokens", needs: .own) { try await screens.makeToken($0.form(), $0) }
    post("\(you)/tokens/end", needs: .own) { try await screens.endToken($0.form(), $0) }
    post("\(you)/feeds/end", needs: .own) { try await screens.endFeed($0.form(), $0) }
    let drafts = RouterPath(PeopleAddress.drafts.text + "/{person}")
    get(drafts, needs: .own) { try await screens.drafts($0) }
    get("\(drafts)/{name}", needs: .own) { try await screens.draft($0) }
    post("\(drafts)/{name}", needs: .own) { try await screens.keepDraft($0.form(), $0) }
  }

  @ScreenRouteBuilder
  private func codeRoutes(_ screens: PeopleScreens) -> [ScreenRoute] {
    let codes = RouterPath(PeopleAddress.codes.text)
    get(codes, needs: .own) { try await screens.codesPage($0) }
    post("\(codes)/start", needs: .own) { try await screens.startCodes($0.form(), $0) }
    post("\(codes)/confirm", needs: .own) { try await screens.confirmCodes($0.form(), $0) }
    post("\(codes)/recovery", needs: .own) { try await screens.makeRecoveryCodes($0.form(), $0) }
    post("\(codes)/end", needs: .own) { try await screens.endCodes($0.form(), $0) }
  }

  @ScreenRouteBuilder
  private func passkeyRoutes(_ screens: PeopleScreens) -> [ScreenRoute] {
    let passkeys = RouterPath(PeopleAddress.passkeys.text)
    get(passkeys, needs: .own) { try await screens.passkeysPage($0) }
    post(passkeys, needs: .own) { try await screens.addPasskey($0.form(), $0) }
    post("\(passkeys)/options", needs: .own) { try await screens.passkeyCreation($0.form(), $0) }
    post("\(passkeys)/end", needs: .own) { try await screens.endPasskey($0.form(), $0) }
  }
}
