import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel

extension ScreenRoutes {
  /// The rows of an application whose shape can be changed: kinds of records at `kinds/{plural}`, their fields below. Empty for
  /// others.
  @ScreenRouteBuilder
  func designingRoutes(of screens: AppScreens, _ site: SiteReference) -> [ScreenRoute] {
    if let shape = ShapeScreens(screens, site) {
      let overview = ShapeOverview(shape: shape)
      get("shape", needs: .design) { try await overview.page($0.asked) }
      get("shape/look", needs: .design) { call in
        try shape.requireWhole()
        return try await overview.look(call.asked)
      }
      form("shape/look", needs: .design) { form, asked in
        try shape.requireWhole()
        return try await overview.setLook(form, asked)
      }
      get("shape/history", needs: .design) { try await overview.history($0.asked) }
      form("shape/history", needs: .design, overview.setHistory)
      get("shape/new", needs: .design) { try await overview.newKind($0.asked) }
      form("shape/new", needs: .design, overview.addKind)
      get("shape/revisions", needs: .design) { try await overview.revisions($0.asked) }
      get("shape/revisions/{number}", needs: .design) { try await overview.revision($0.number("number"), $0.asked) }
      post("shape/revisions/{number}", needs: .design) {
        try await overview.bringBack($0.number("number"), $0.form(), $0.asked)
      }
      if let removal = RemovalScreen(overview) {
        page("shape/delete", needs: .administer, removal.page)
        post("shape/delete", needs: .administer) { _ in try await removal.delete() }
      }
      get("shape/overviews", needs: .design) { try await overview.newOverview(nil, $0.asked) }
      form("shape/overviews", needs: .design) { try await overview.newOverview($0, $1) }
      overviewRoutes(of: shape)
      kindRoutes(of: shape)
      fieldRoutes(of: shape)
      listShapeRoutes(of: shape)
      documentRoutes(of: shape)
      if let opened = shape.opened { openedRoutes(opened, of: shape, AdoptScreen(overview, opened)) }
    }
  }

  @ScreenRouteBuilder
  private func overviewRoutes(of shape: ShapeScreens) -> [ScreenRoute] {
    let path: RouterPath = "shape/overviews/{overview}"
    get(path, needs: .design) { try await $0.overview(shape).page($0.asked) }
    post("\(path)/move", needs: .design) { try await $0.overview(shape).moveTab($0.form(), $0.asked) }
    get("\(path)/name", needs: .design) { try await $0.overview(shape).name(nil, $0.asked) }
    post("\(path)/name", needs: .design) { try await $0.overview(shape).name($0.form(), $0.asked) }
    get("\(path)/delete", needs: .design) { try await $0.overview(shape).delete(SubmittedForm([:]), $0.asked) }
    post("\(path)/delete", needs: .design) { try await $0.overview(shape).delete($0.form(), $0.asked) }
    get("\(path)/parts/new", needs: .design) { try await $0.overview(shape).edit(nil, nil, $0.asked) }
    post("\(path)/parts/new", needs: .design) { try await $0.overview(shape).edit(nil, $0.form(), $0.asked) }
    get("\(path)/parts/{part}", needs: .design) { try await $0.overview(shape).edit($0.part(), nil, $0.asked) }
    post("\(path)/parts/{part}", needs: .design) { try await $0.overview(shape).edit($0.part(), $0.form(), $0.asked) }
    post("\(path)/parts/{part}/move", needs: .design) {
      try await $0.overview(shape).move($0.part(), $0.form(), $0.asked)
    }
    get("\(path)/parts/{part}/delete", needs: .design) {
      try await $0.overview(shape).remove($0.part(), SubmittedForm([:]), $0.asked)
    }
    post("\(path)/parts/{part}/delete", needs: .design) {
      try await $0.overview(shape).remove($0.part(), $0.form(), $0.asked)
    }
  }

  // The routes of an opened file alone.
  @ScreenRouteBuilder
  private func openedRoutes(
    _ opened: OpenedShapeState, of shape: ShapeScreens, _ adoption: AdoptScreen
  ) -> [ScreenRoute] {
    post("shape/kinds/{kind}/references/{field}", needs: .design) {
      try await OpenedKind($0.kind(shape), opened).accept($0.name("field"), $0.form(), $0.asked)
    }
    post("shape/kinds/{kind}/join", needs: .design) {
      try await OpenedKind($0.kind(shape), opened).join($0.form(), $0.asked)
    }
    page("shape/adopt", needs: .design, adoption.page)
    post("shape/adopt", needs: .design) { try await adoption.save($0.asked) }
    post("shape/adopt/indices", needs: .design) { try await adoption.addIndex($0.asked) }
  }

  @ScreenRouteBuilder
  private func kindRoutes(of shape: ShapeScreens) -> [ScreenRoute] {
    let path: RouterPath = "shape/kinds/{kind}"
    get(path, needs: .design) { try await $0.kind(shape).page($0.asked) }
    post("\(path)/move", needs: .design) { try await $0.whole(shape).moveTab($0.form(), $0.asked) }
    get("\(path)/names", needs: .design) { try await $0.whole(shape).names($0.asked) }
    post("\(path)/names", needs: .design) { try await $0.whole(shape).setNames($0.form(), $0.asked) }
    get("\(path)/list", needs: .design) { try await ListShapeScreen($0.whole(shape)).page($0.asked) }
    post("\(path)/list", needs: .design) { try await ListShapeScreen($0.whole(shape)).save($0.form(), $0.asked) }
    post("\(path)/values/{field}", needs: .design) {
      try await TakingOver($0.kind(shape), $0.name("field")).run($0.asked)
    }
    get("\(path)/delete", needs: .design) { try await $0.kind(shape).deleteKind(SubmittedForm([:]), $0.asked) }
    post("\(path)/delete", needs: .design) { try await $0.kind(shape).deleteKind($0.form(), $0.asked) }
  }

  @ScreenRouteBuilder
  private func fieldRoutes(of shape: ShapeScreens) -> [ScreenRoute] {
    let path: RouterPath = "shape/kinds/{kind}"
    get("\(path)/new/{value}", needs: .design) { call in
      try shape.requireFields()
      let kind = try call.kind(shape)
      switch call.text("value") {
      case "link": return try await LinkShapeScreen(kind, target: call.asked.query["to"] ?? "").page(call.asked)
      case "lines":
        try shape.requireDesigned()
        return try await NewLinesScreen(kind).page(call.asked)
      case "computed": return try await ComputedShapeScreen(kind).page(call.asked)
      case "tags": return try await TagsShapeScreen(kind).page(call.asked)
      case ItemsShapeScreen.pictures: return try await ItemsShapeScreen(kind, areFiles: false).page(call.asked)
      case ItemsShapeScreen.files: return try await ItemsShapeScreen(kind, areFiles: true).page(call.asked)
      case let name:
        guard let value = FieldShape.Kind(rawValue: name) else { throw ScreenFault.noSuchPage }
        return try await FieldShapeScreen(kind, adding: value).answer(nil, value, call.asked)
      }
    }
    post("\(path)/new/{value}", needs: .design) { call in
      try shape.requireFields()
      let kind = try call.kind(shape)
      let form = try await call.form()
      switch call.text("value") {
      case "link":
        return try await LinkShapeScreen(kind, target: call.asked.query["to"] ?? "").save(form, call.asked)
      case "lines":
        try shape.requireDesigned()
        return try await NewLinesScreen(kind).save(form, call.asked)
      case "computed": return try await ComputedShapeScreen(kind).save(form, call.asked)
      case "tags": return try await TagsShapeScreen(kind).save(form, call.asked)
      case ItemsShapeScreen.pictures: return try await ItemsShapeScreen(kind, areFiles: false).save(form, call.asked)
      case ItemsShapeScreen.files: return try await ItemsShapeScreen(kind, areFiles: true).save(form, call.asked)
      case let name:
        guard let value = FieldShape.Kind(rawValue: name) else { throw ScreenFault.noSuchPage }
        return try await FieldShapeScreen(kind, adding: value).answer(form, value, call.asked)
      }
    }
    get("\(path)/lines/{field}", needs: .design) {
      try await LinesShapeScreen($0.whole(shape), $0.name("field")).page($0.asked)
    }
    post("\(path)/lines/{field}", needs: .design) {
      try await LinesShapeScreen($0.whole(shape), $0.name("field")).save($0.form(), $0.asked)
    }
    get("\(path)/rules/new", needs: .design) { call in
      try shape.requireDesigned()
      return try await RuleShapeScreen(call.kind(shape)).page(call.asked)
    }
    post("\(path)/rules/new", needs: .design) { call in
      try shape.requireDesigned()
      return try await RuleShapeScreen(call.kind(shape)).save(call.form(), call.asked)
    }
    get("\(path)/rules/{rule}", needs: .design) { try await $0.rule(shape).page($0.asked) }
    post("\(path)/rules/{rule}", needs: .design) { try await $0.rule(shape).save($0.form(), $0.asked) }
    get("\(path)/rules/{rule}/delete", needs: .design) {
      try await $0.rule(shape).delete(SubmittedForm([:]), $0.asked)
    }
    post("\(path)/rules/{rule}/delete", needs: .design) { try await $0.rule(shape).delete($0.form(), $0.asked) }
    get("\(path)/new-state", needs: .design) { call in
      try shape.requireFields()
      return try await StateShapeScreen(call.kind(shape)).page(call.asked)
    }
    post("\(path)/new-state", needs: .design) { call in
      try shape.requireFields()
      return try await StateShapeScreen(call.kind(shape)).save(call.form(), call.asked)
    }
    get("\(path)/states/{state}", needs: .design) { try await $0.state(shape).page($0.asked) }
    post("\(path)/states/{state}", needs: .design) { call in
      guard let screen = try? call.state(shape) else {
        try shape.requireDesigned()
        return try await StateShapeScreen(call.kind(shape)).again(call.form(), call.asked)
      }
      return try await screen.save(call.form(), call.asked)
    }
    post("\(path)/states/{state}/move", needs: .design) { try await $0.state(shape).move($0.form(), $0.asked) }
    get("\(path)/states/{state}/delete", needs: .design) {
      try await $0.state(shape).delete(SubmittedForm([:]), $0.asked)
    }
    post("\(path)/states/{state}/delete", needs: .design) { try await $0.state(shape).delete($0.form(), $0.asked) }
    get("\(path)/fields/{field}", needs: .design) {
      try await Self.field(nil, $0.kind(shape), $0.field(shape), $0.asked)
    }
    post("\(path)/fields/{field}", needs: .design) {
      try await Self.field($0.form(), $0.kind(shape), $0.field(shape), $0.asked)
    }
    post("\(path)/fields/{field}/move", needs: .design) {
      try await $0.kind(shape).move($0.field(shape), $0.form(), $0.asked)
    }
    get("\(path)/fields/{field}/delete", needs: .design) {
      try await $0.kind(shape).delete($0.field(shape), SubmittedForm([:]), $0.asked)
    }
    post("\(path)/fields/{field}/delete", needs: .design) {
      try await $0.kind(shape).delete($0.field(shape), $0.form(), $0.asked)
    }
  }

  @ScreenRouteBuilder
  private func documentRoutes(of shape: ShapeScreens) -> [ScreenRoute] {
    let path: RouterPath = "shape/kinds/{kind}/documents"
    get("\(path)/new", needs: .design) { try await NewDocumentScreen($0.whole(shape)).answer(nil, $0.asked) }
    post("\(path)/new", needs: .design) { try await NewDocumentScreen($0.whole(shape)).answer($0.form(), $0.asked) }
    get("\(path)/{document}", needs: .design) { try await $0.document(shape).page($0.asked) }
    post("\(path)/{document}/move", needs: .design) { try await $0.document(shape).move($0.form(), $0.asked) }
    get("\(path)/{document}/delete", needs: .design) {
      try await $0.document(shape).delete(SubmittedForm([:]), $0.asked)
    }
    post("\(path)/{document}/delete", needs: .design) { try await $0.document(shape).delete($0.form(), $0.asked) }
    get("\(path)/{document}/{part}", needs: .design) {
      try await $0.document(shape).edit($0.name("part"), nil, $0.asked)
    }
    post("\(path)/{document}/{part}", needs: .design) {
      try await $0.document(shape).edit($0.name("part"), $0.form(), $0.asked)
    }
  }

  // The sheet of a field, or what its form leads to.
  private static func field(
    _ form: SubmittedForm?, _ kind: KindShapeScreen, _ name: String, _ asked: ScreenRequest
  ) async throws -> ScreenDocument {
    if let attribute = kind.entity.attributes.first(where: { $0.name == name }) {
      if let opened = kind.shape.opened {
        let screen = try ColumnShapeScreen(kind, opened, attribute)
        return try await screen.answer(form, screen.current, asked)
      }
      guard let value = FieldShape.Kind(attribute) else { throw ScreenFault.noSuchPage }
      return try await FieldShapeScreen(kind, existing: attribute).answer(form, value, asked)
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
}

extension ScreenCall {
  fileprivate func overview(_ shape: ShapeScreens) throws -> OverviewShapeScreen {
    try shape.requireDesigned()
    return try OverviewShapeScreen(shape, name("overview"))
  }

  fileprivate func document(_ shape: ShapeScreens) throws -> DocumentShapeScreen {
    try DocumentShapeScreen(whole(shape), name("document"))
  }

  fileprivate func part() throws -> Int { try Int(clamping: number("part")) }

  func kind(_ shape: ShapeScreens) throws -> KindShapeScreen { try KindShapeScreen(shape, name("kind")) }

  // A kind of record of which more than fields can be changed.
  func whole(_ shape: ShapeScreens) throws -> KindShapeScreen {
    try shape.requireWhole()
    return try kind(shape)
  }

  // What comes with an application in code stays as it is.
  fileprivate func field(_ shape: ShapeScreens) throws -> String {
    let name = name("field")
    guard !shape.isDeclared(name) else { throw ScreenFault.noSuchPage }
    return name
  }

  fileprivate func rule(_ shape: ShapeScreens) throws -> RuleShapeScreen {
    try RuleShapeScreen(whole(shape), named: name("rule"))
  }

  fileprivate func state(_ shape: ShapeScreens) throws -> StateShapeScreen {
    try shape.requireFields()
    return try StateShapeScreen(kind(shape), named: name("state"))
  }

  // Tables and columns of opened files may have any characters.
  func name(_ parameter: String) -> String {
    let text = text(parameter)
    return text.removingPercentEncoding ?? text
  }
}
