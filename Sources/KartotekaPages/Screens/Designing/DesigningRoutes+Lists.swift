import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP

// The rows about titles, search, filters, groups of fields and sections of a kind of record.
extension ScreenRoutes {
  @ScreenRouteBuilder
  func listShapeRoutes(of shape: ShapeScreens) -> [ScreenRoute] {
    let path: RouterPath = "shape/kinds/{kind}"
    get("\(path)/title", needs: .design) { try await TitleShapeScreen($0.whole(shape)).page($0.asked) }
    post("\(path)/title", needs: .design) { try await TitleShapeScreen($0.whole(shape)).save($0.form(), $0.asked) }
    get("\(path)/search", needs: .design) { try await SearchShapeScreen($0.whole(shape)).page($0.asked) }
    post("\(path)/search", needs: .design) { try await SearchShapeScreen($0.whole(shape)).save($0.form(), $0.asked) }
    get("\(path)/contact", needs: .design) { try await ContactShapeScreen($0.whole(shape)).page($0.asked) }
    post("\(path)/contact", needs: .design) { try await ContactShapeScreen($0.whole(shape)).save($0.form(), $0.asked) }
    get("\(path)/new-group", needs: .design) { try await FieldGroupScreen($0.whole(shape)).page($0.asked) }
    post("\(path)/new-group", needs: .design) { try await FieldGroupScreen($0.whole(shape)).save($0.form(), $0.asked) }
    get("\(path)/groups/{group}", needs: .design) { try await $0.group(shape).page($0.asked) }
    post("\(path)/groups/{group}", needs: .design) { call in
      guard let screen = try? call.group(shape) else {
        return try await FieldGroupScreen(call.whole(shape)).again(call.form(), call.asked)
      }
      return try await screen.save(call.form(), call.asked)
    }
    post("\(path)/groups/{group}/move", needs: .design) { try await $0.group(shape).move($0.form(), $0.asked) }
    get("\(path)/groups/{group}/delete", needs: .design) {
      try await $0.group(shape).delete(SubmittedForm([:]), $0.asked)
    }
    post("\(path)/groups/{group}/delete", needs: .design) { try await $0.group(shape).delete($0.form(), $0.asked) }
    get("\(path)/sections/{section}", needs: .design) { try await $0.section(shape).page($0.asked) }
    post("\(path)/sections/{section}", needs: .design) { try await $0.section(shape).save($0.form(), $0.asked) }
    post("\(path)/sections/{section}/move", needs: .design) {
      try await $0.section(shape).move($0.form(), $0.asked)
    }
    get("\(path)/new-filter", needs: .design) { call in
      try shape.requireDesigned()
      return try await SubsetShapeScreen(call.kind(shape)).page(call.asked)
    }
    post("\(path)/new-filter", needs: .design) { call in
      try shape.requireDesigned()
      return try await SubsetShapeScreen(call.kind(shape)).save(call.form(), call.asked)
    }
    get("\(path)/filters/{filter}", needs: .design) { try await $0.subset(shape).page($0.asked) }
    post("\(path)/filters/{filter}", needs: .design) { call in
      try shape.requireDesigned()
      guard let screen = try? call.subset(shape) else {
        return try await SubsetShapeScreen(call.kind(shape)).again(call.form(), call.asked)
      }
      return try await screen.save(call.form(), call.asked)
    }
    post("\(path)/filters/{filter}/move", needs: .design) { try await $0.subset(shape).move($0.form(), $0.asked) }
    get("\(path)/filters/{filter}/delete", needs: .design) {
      try await $0.subset(shape).delete(SubmittedForm([:]), $0.asked)
    }
    post("\(path)/filters/{filter}/delete", needs: .design) {
      try await $0.subset(shape).delete($0.form(), $0.asked)
    }
  }
}

extension ScreenCall {
  fileprivate func group(_ shape: ShapeScreens) throws -> FieldGroupScreen {
    try FieldGroupScreen(whole(shape), Int(clamping: number("group")))
  }

  fileprivate func section(_ shape: ShapeScreens) throws -> SectionShapeScreen {
    try SectionShapeScreen(whole(shape), name("section"))
  }

  fileprivate func subset(_ shape: ShapeScreens) throws -> SubsetShapeScreen {
    try shape.requireDesigned()
    return try SubsetShapeScreen(kind(shape), named: name("filter"))
  }
}
