import Hummingbird
import KartotekaModel

extension Response {
  /// A problem as `application/problem+json` (RFC 9457).
  package static func problem(_ problem: Problem, in say: Localizer) -> Response {
    Response(
      status: problem.kind.status,
      headers: [
        .contentType: "application/problem+json", .contentLanguage: say.language.code, .vary: "Accept-Language",
      ], body: ResponseBody(byteBuffer: problem.json(in: say)))
  }
}

extension Problem {
  /// The problem as an object of RFC 9457.
  package func json(in say: Localizer) -> ByteBuffer {
    var json = JSONWriter(capacity: 512)
    json.beginObject()
    json.key("type")
    json.string(kind.type)
    json.key("title")
    json.string(say(kind.title))
    json.key("status")
    json.int(kind.status.code)
    json.key("detail")
    json.string(say(detail))
    if !faults.isEmpty { Self.write(faults, to: &json, in: say) }
    for (key, value) in members {
      json.key(key)
      json.value(value)
    }
    json.endObject()
    return ByteBuffer(bytes: json.bytes)
  }

  // {"lastName":["This can't be empty"]}, in the order of the faults.
  private static func write(_ faults: [FieldFault], to json: inout JSONWriter, in say: Localizer) {
    json.key("errors")
    json.beginObject()
    let reasons = Dictionary(grouping: faults, by: \.field)
    var written: Set<String> = []
    for fault in faults where written.insert(fault.field).inserted {
      json.key(fault.field)
      json.beginArray()
      for other in reasons[fault.field] ?? [] { json.string(say(other.phrase)) }
      json.endArray()
    }
    json.endObject()
  }

  /// An unexpected error. The response names only the request's id in the log.
  package static func unexpected(_ reference: String) -> Problem {
    var problem = Problem(
      .unexpected,
      Phrase("Nothing was changed. The server's log has the reason under {reference}.", ["reference": .text(reference)])
    )
    problem.members = ["request": .string(reference)]
    return problem
  }

  /// A problem of a request that had already committed a change. A nil `problem` is an unexpected error.
  package static func afterCommit(_ problem: Problem?, _ reference: String) -> Problem {
    var saved = problem ?? .unexpected(reference)
    saved.detail = "The change was saved, but the response could not be made. Check the data before you send it again."
    return saved
  }
}
