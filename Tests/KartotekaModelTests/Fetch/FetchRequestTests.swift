import KartotekaModel
import Testing

@Suite("Fetch requests")
struct FetchRequestTests {
  @Test("A condition between a key path and a value becomes a predicate")
  func conditions() {
    #expect((\Course.subject == "Maths").predicate == .compare("subject", .eq, [.text("Maths")]))
    #expect((\Course.subject != "Maths").predicate == .compare("subject", .ne, [.text("Maths")]))
    #expect((\Item.count < 5).predicate == .compare("count", .lt, [.integer(5)]))
    #expect((\Item.count <= 5).predicate == .compare("count", .lte, [.integer(5)]))
    #expect((\Item.weight > 0.5).predicate == .compare("weight", .gt, [.real(0.5)]))
    #expect((\Item.isLent >= true).predicate == .compare("isLent", .gte, [.integer(1)]))
    #expect((\Item.state == .worn).predicate == .compare("state", .eq, [.text("worn")]))
  }

  @Test("A value is compared as its attribute keeps it")
  func stored() {
    #expect((\Item.price == 18.5).predicate == .compare("price", .eq, [.integer(1850)]))
    // Between two prices of its scale: nothing is equal to it, and what is less stays less.
    #expect((\Item.price < 0.125).predicate == .compare("price", .lt, [.real(12.5)]))
    #expect((\Item.phone == "0048 123456").predicate == .compare("phone", .eq, [.text("+48 123 456")]))
  }

  @Test("A relationship is compared with an id, or with nothing")
  func related() {
    #expect((\Course.teacher == 4).predicate == .compare("teacher", .eq, [.integer(4)]))
    #expect((\Course.teacher == nil).predicate == .compare("teacher", .null, []))
  }

  @Test("Conditions are joined with and, or and not")
  func joined() {
    let maths: Condition<Course> = \.subject == "Maths"
    let pure: Condition<Course> = \.branch == "Pure"
    #expect((maths && pure).predicate == .all([maths.predicate, pure.predicate]))
    #expect((maths || pure).predicate == .any([maths.predicate, pure.predicate]))
    #expect((!maths).predicate == .not(maths.predicate))
  }

  @Test("A request grows step by step, and the one before stays as it is")
  func request() {
    let all = Course.all
    let some = all.where(\.subject == "Maths").where(\.teacher == 4).where(\.branch == "Pure")
      .sorted(by: \.name).sorted(by: \.subject, ascending: false).searching("dat").limit(20).including(
        \.teacher)
    #expect(
      some.any.predicate
        == .all([
          .compare("subject", .eq, [.text("Maths")]), .compare("teacher", .eq, [.integer(4)]),
          .compare("branch", .eq, [.text("Pure")]),
        ]))
    #expect(some.any.sort == [FetchSort("name"), FetchSort("subject", ascending: false)])
    #expect(some.any.search == "dat" && some.any.limit == 20 && some.any.include == ["teacher"])
    #expect(all.any == AnyFetchRequest("course"))
    #expect(all.any.limit == 50 && all.any.wantsTotal && all.any.position == .start)
  }

  @Test("Properties have their names")
  func names() {
    #expect(User.name(of: \.lastName) == "lastName")
    #expect(Course.name(of: \.teacher) == "teacher")
  }

  @Test("Only some operators are for text alone")
  func operators() {
    #expect(FilterOperator.allCases.filter(\.isForText) == [.contains, .prefix])
    #expect(
      FilterOperator.allCases.map(\.rawValue) == [
        "eq", "ne", "lt", "lte", "gt", "gte", "contains", "prefix", "in", "null",
      ])
  }
}
