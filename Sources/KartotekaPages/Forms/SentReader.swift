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
  /// The most bytes of files that are received and dropped.
  private static let files = 20_000_000
  /// The most fields that are shown: a megabyte of names would become a page of many.
  private static let mostShown = 200
  /// The fields of all forms that are no input, or that nobody is to read over a shoulder.
  private static let unshown: Set<String> = [
    "returnTo", "password", "old", AccountForm.filledPassword, "secret", "token", "code", "key",
  ]

  private let reading = Mutex(0)

  /// The texts that a form of an application brings, by the names of its fields; empty for other requests, and where it can't be
  /// read.
  func texts(of request: Request) async -> [(label: String, text: String)] {
    guard request.method == .post, !request.isForAPI, let type = request.headers[.contentType]?.lowercased(),
      type.hasPrefix("multipart/form-data") || type.hasPrefix("application/x-www-form-urlencoded"),
      !request.uri.path.hasPrefix(PeopleAddress.folder + "/")
    else { return [] }
    guard
      reading.withLock({ count in
        guard count < Self.most else { return false }
        count += 1
        return true
      })
    else { return [] }
    defer { reading.withLock { $0 -= 1 } }
    guard let form = try? await SubmittedForm(request, files: .dropped(limit: Self.files)) else { return [] }
    return Self.texts(of: form)
  }

  /// What somebody has typed: what differs from the record that the form was made from, and is no part of the form itself.
  static func texts(of form: SubmittedForm) -> [(label: String, text: String)] {
    // A sheet above a form has the form's fields with a prefix.
    let form = form.carried.names.isEmpty ? form : form.carried
    let message = FormMessage(form)
    let isOfRecord = message.base != nil || message.once != nil
    let texts = form.names.sorted().compactMap { name -> (label: String, text: String)? in
      guard name.first?.isLetter == true, isOfRecord || !unshown.contains(name), name != "returnTo",
        let text = form[name], !text.allSatisfy(\.isWhitespace), text != "false", text != message.base?[name]
      else { return nil }
      // Items of lines are numbers of records.
      if name.hasPrefix("line-"), name.hasSuffix("-item") || name.hasSuffix("-id") { return nil }
      return (Naming.words(name.replacing("-", with: "_")), text)
    }
    return Array(texts.prefix(mostShown))
  }
}
