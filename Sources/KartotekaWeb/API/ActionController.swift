import Hummingbird
import KartotekaModel

/// What an application can be told to do: `POST /api/{app}/actions/{action}` and
/// `POST /api/{app}/{entities}/{id}/actions/{action}`.
///
/// No application declares an action yet, so there is none of any name.
struct ActionController: Sendable {
  let app: RunningApp

  func addRoutes(to router: some RouterMethods<WebContext>) {
    router.post(RouterPath("/api/\(app.name)/actions/{action}"), use: unknown)
    for entity in app.description.model.entities {
      router.post(RouterPath("/api/\(app.name)/\(entity.plural)/{id}/actions/{action}"), use: unknown)
    }
  }

  @Sendable private func unknown(_ request: Request, _ context: WebContext) async throws -> Response {
    let name = context.parameters.get("action") ?? ""
    throw Problem(
      .notFound, Phrase("There is no action {name}.", ["name": .text(name.shortened)]))
  }
}
