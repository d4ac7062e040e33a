import HTTPTypes
import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import Synchronization

/// Reads the forms of those who may not send them any more, such as somebody who was signed out while they typed: the answer shows
/// what they typed.
///
/// Nothing is looked up for it: a stranger sees what they have sent, and learns neither labels nor stored values.
final class SentReader: Sendable {
  /// The most forms that are read at the same time: strangers send them, too.
  private static let most = 16
  /// The most of one client, so that a single one does not take the places of all. Loopback addresses have no limit of their own,
  /// because a proxy that was not declared may forward the requests of all clients.
  private static let mostOfClient = 4
  /// The most bytes of files that are received and dropped.
  private static let files = Limits().blob
  /// The most fields of a form that is looked at. No form has as many, and sorting the names of a megabyte takes long.
  private static let mostFields = 2_000
  /// The most fields that are shown.
  private static let mostShown = 200
  /// The fields of all forms that are no input, or that nobody is to read over a shoulder.
  private static let unshown: Set<String> = [
    "returnTo", "password", "old", AccountForm.filledPassword, "secret", "token", "code", "key",
  ]

  private let patience: Duration
  private let reading = Mutex<[String: Int]>([:])

  /// - Parameter patience: the longest time in which a form is read. It is read outside of the time limit of requests, and who sends
  ///   it byte by byte would keep a place for hours.
  init(patience: Duration = .seconds(60)) { self.patience = patience }

  /// The texts that a form of an application brings, by the names of its fields; empty for other requests, and where it can't be
  /// read.
  func texts(of request: Request, from client: String) async -> [(label: String, text: String)] {
    guard request.method == .post, !request.isForAPI, let type = request.headers[.contentType]?.lowercased(),
      type.hasPrefix("multipart/form-data") || type.hasPrefix("application/x-www-form-urlencoded"),
      !request.uri.path.hasPrefix(PeopleAddress.folder + "/")
    else { return [] }
    guard enter(client) else { return [] }
    defer { leave(client) }
    guard let form = await form(of: request) else { return [] }
    return Self.texts(of: form)
  }

  private func enter(_ client: String) -> Bool {
    reading.withLock { reading in
      let own = reading[client, default: 0]
      guard reading.values.reduce(0, +) < Self.most,
        own < Self.mostOfClient || client.isEmpty || WebContext.isLoopback(client)
      else { return false }
      reading[client] = own + 1
      return true
    }
  }

  private func leave(_ client: String) {
    reading.withLock { reading in
      let left = reading[client, default: 0] - 1
      reading[client] = left > 0 ? left : nil
    }
  }

  // Nil for one that can't be read, or does not come in time.
  private func form(of request: Request) async -> SubmittedForm? {
    await withTaskGroup(of: SubmittedForm?.self) { [patience] group in
      group.addTask { try? await SubmittedForm(request, files: .dropped(limit: Self.files)) }
      group.addTask {
        try? await Task.sleep(for: patience)
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
  }

  /// The typed texts: those that differ from the record that the form was made from, and are no part of the form itself.
  static func texts(of form: SubmittedForm) -> [(label: String, text: String)] {
    guard form.names.count <= mostFields else { return [] }
    // A sheet above a form, such as one for another record, has the form's fields with a prefix.
    return Array((typed(in: form.above) + typed(in: form.carried)).prefix(mostShown))
  }

  private static func typed(in form: SubmittedForm) -> [(label: String, text: String)] {
    let message = FormMessage(form)
    let isOfRecord = message.base != nil || message.once != nil
    return form.names.sorted().compactMap { name -> (label: String, text: String)? in
      guard name.first?.isLetter == true, isOfRecord || !unshown.contains(name), name != "returnTo",
        let text = form[name], !text.allSatisfy(\.isWhitespace), text != "false", text != message.base?[name]
      else { return nil }
      // Items of lines are numbers of records.
      if name.hasPrefix("line-"), name.hasSuffix("-item") || name.hasSuffix("-id") { return nil }
      return (Naming.words(name.replacing("-", with: "_")), text)
    }
  }
}
