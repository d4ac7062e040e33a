import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel

// The routes of a designed application's shape: kinds of records at `kinds/{plural}`, their fields below.
extension ScreenRoutes {
  /// Adds the routes of an application whose shape can be changed; none for others.
  func addShape(of screens: AppScreens, _ site: SiteReference, to group: RouterGroup<WebContext>) {
    guard let shape = ShapeScreens(screens, site) else { return }
    let overview = ShapeOverview(shape: shape)
    group.get("shape") { request, context in try await answer(request, context, screens) { try await overview.page($0) }
    }
    group.get("shape/look") { request, context in
      try await answer(request, context, screens) { try await overview.look($0) }
    }
    group.post("shape/look") { request, context in
      try await answer(request, context, screens) { try await overview.setLook(try await SubmittedForm(request), $0) }
    }
    group.get("shape/new") { request, context in
      try await answer(request, context, screens) { try await overview.newKind($0) }
    }
    group.post("shape/new") { request, context in
      try await answer(request, context, screens) { try await overview.addKind(try await SubmittedForm(request), $0) }
    }
    group.get("shape/revisions") { request, context in
      try await answer(request, context, screens) { try await overview.revisions($0) }
    }
    group.get("shape/revisions/{number}") { request, context in
      try await answer(request, context, screens) { try await overview.revision(number(context), $0) }
    }
    group.post("shape/revisions/{number}") { request, context in
      try await answer(request, context, screens) { asked in
        try await overview.bringBack(number(context), try await SubmittedForm(request), asked)
      }
    }
    if let removal = RemovalScreen(overview) {
      group.get("shape/delete") { request, context in
        try await answer(request, context, screens) { try await removal.page($0) }
      }
      group.post("shape/delete") { request, context in
        try await answer(request, context, screens) { _ in try await removal.delete() }
      }
    }
    addKinds(of: shape, to: group)
    addFields(of: shape, to: group)
    if let opened = shape.opened {
      addGuesses(opened, of: shape, to: group)
      let adoption = AdoptScreen(overview, opened)
      group.get("shape/adopt") { request, context in
        try await answer(request, context, screens) { try await adoption.page($0) }
      }
      group.post("shape/adopt") { request, context in
        try await answer(request, context, screens) { try await adoption.save($0) }
      }
      group.post("shape/adopt/indices") { request, context in
        try await answer(request, context, screens) { try await adoption.addIndex($0) }
      }
    }
  }

  // What only an opened file leaves open.
  private func addGuesses(_ opened: OpenedShapeState, of shape: ShapeScreens, to group: RouterGroup<WebContext>) {
    let screens = shape.screens
    group.post("shape/kinds/{kind}/references/{field}") { request, context in
      try await answer(request, context, screens) { asked in
        try await OpenedKind(kind(shape, context), opened).accept(
          field(context), try await SubmittedForm(request), asked)
      }
    }
    group.post("shape/kinds/{kind}/join") { request, context in
      try await answer(request, context, screens) { asked in
        try await OpenedKind(kind(shape, context), opened).join(try await SubmittedForm(request), asked)
      }
    }
  }

  private func addKinds(of shape: ShapeScreens, to group: RouterGroup<WebContext>) {
    let screens = shape.screens
    group.get("shape/kinds/{kind}") { request, context in
      try await answer(request, context, screens) { try await kind(shape, context).page($0) }
    }
    group.post("shape/kinds/{kind}/move") { request, context in
      try await answer(request, context, screens) { asked in
        try await kind(shape, context).moveTab(try await SubmittedForm(request), asked)
      }
    }
    group.get("shape/kinds/{kind}/names") { request, context in
      try await answer(request, context, screens) { try await kind(shape, context).names($0) }
    }
    group.post("shape/kinds/{kind}/names") { request, context in
      try await answer(request, context, screens) { asked in
        try await kind(shape, context).setNames(try await SubmittedForm(request), asked)
      }
    }
    group.get("shape/kinds/{kind}/list") { request, context in
      try await answer(request, context, screens) { try await ListShapeScreen(kind(shape, context)).page($0) }
    }
    group.post("shape/kinds/{kind}/list") { request, context in
      try await answer(request, context, screens) { asked in
        try await ListShapeScreen(kind(shape, context)).save(try await SubmittedForm(request), asked)
      }
    }
    group.get("shape/kinds/{kind}/delete") { request, context in
      try await answer(request, context, screens) { try await kind(shape, context).deleteKind(SubmittedForm([:]), $0) }
    }
    group.post("shape/kinds/{kind}/delete") { request, context in
      try await answer(request, context, screens) { asked in
        try await kind(shape, context).deleteKind(try await SubmittedForm(request), asked)
      }
    }
  }

  private func addFields(of shape: ShapeScreens, to group: RouterGroup<WebContext>) {
    let screens = shape.screens
    group.get("shape/kinds/{kind}/new/{value}") { request, context in
      try await answer(request, context, screens) { asked in
        try shape.requireDesigned()
        let kind = try kind(shape, context)
        switch context.parameters.get("value") ?? "" {
        case "link": return try await LinkShapeScreen(kind, target: asked.query["to"] ?? "").page(asked)
        case "computed": return try await ComputedShapeScreen(kind).page(asked)
        case let name:
          guard let value = FieldShape.Kind(rawValue: name) else { throw ScreenFault.noSuchPage }
          return try await FieldShapeScreen(kind).page(value, asked)
        }
      }
    }
    group.post("shape/kinds/{kind}/new/{value}") { request, context in
      try await answer(request, context, screens) { asked in
        try shape.requireDesigned()
        let kind = try kind(shape, context)
        let form = try await SubmittedForm(request)
        switch context.parameters.get("value") ?? "" {
        case "link": return try await LinkShapeScreen(kind, target: asked.query["to"] ?? "").save(form, asked)
        case "computed": return try await ComputedShapeScreen(kind).save(form, asked)
        case let name:
          guard let value = FieldShape.Kind(rawValue: name) else { throw ScreenFault.noSuchPage }
          return try await FieldShapeScreen(kind).save(value, form, asked)
        }
      }
    }
    group.get("shape/kinds/{kind}/fields/{field}") { request, context in
      try await answer(request, context, screens) { try await show(nil, kind(shape, context), context, $0) }
    }
    group.post("shape/kinds/{kind}/fields/{field}") { request, context in
      try await answer(request, context, screens) { asked in
        try await show(try await SubmittedForm(request), kind(shape, context), context, asked)
      }
    }
    group.post("shape/kinds/{kind}/fields/{field}/move") { request, context in
      try await answer(request, context, screens) { asked in
        try await kind(shape, context).move(field(context), try await SubmittedForm(request), asked)
      }
    }
    group.get("shape/kinds/{kind}/fields/{field}/delete") { request, context in
      try await answer(request, context, screens) {
        try await kind(shape, context).delete(field(context), SubmittedForm([:]), $0)
      }
    }
    group.post("shape/kinds/{kind}/fields/{field}/delete") { request, context in
      try await answer(request, context, screens) { asked in
        try await kind(shape, context).delete(field(context), try await SubmittedForm(request), asked)
      }
    }
  }

  // The sheet of a field, or what its form leads to.
  private func show(
    _ form: SubmittedForm?, _ kind: KindShapeScreen, _ context: WebContext, _ asked: ScreenRequest
  ) async throws -> ScreenDocument {
    let name = field(context)
    if let attribute = kind.entity.attributes.first(where: { $0.name == name }) {
      if let opened = kind.shape.opened {
        let screen = try ColumnShapeScreen(kind, opened, attribute)
        if let form { return try await screen.save(form, asked) }
        return try await screen.page(asked)
      }
      guard let value = FieldShape.Kind(attribute) else { throw ScreenFault.noSuchPage }
      let screen = FieldShapeScreen(kind, existing: attribute)
      if let form { return try await screen.save(value, form, asked) }
      return try await screen.page(value, asked)
    }
    if let relationship = kind.entity.relationships.first(where: { $0.name == name }) {
      let screen = try LinkShapeScreen(kind, target: relationship.target, existing: relationship)
      if let form { return try await screen.save(form, asked) }
      return try await screen.page(asked)
    }
    guard let computed = kind.entity.computed.first(where: { $0.name == name }) else { throw ScreenFault.noSuchPage }
    let screen = ComputedShapeScreen(kind, existing: computed)
    if let form { return try await screen.save(form, asked) }
    return try await screen.page(asked)
  }

  private func kind(_ shape: ShapeScreens, _ context: WebContext) throws -> KindShapeScreen {
    try KindShapeScreen(shape, name("kind", context))
  }

  private func field(_ context: WebContext) -> String { name("field", context) }

  // Tables and columns of opened files may have any characters.
  private func name(_ parameter: String, _ context: WebContext) -> String {
    let text = context.parameters.get(parameter) ?? ""
    return text.removingPercentEncoding ?? text
  }

  private func number(_ context: WebContext) throws -> Int64 {
    guard let number = context.parameters.get("number").flatMap({ Int64($0) }) else { throw ScreenFault.noSuchPage }
    return number
  }
}
