import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The inputs of an action, declared as an entity declares its attributes and to-one relationships.
///
/// ```swift
/// struct OrderMore: ActionInput {
///   let quantity = Attribute<Int>("Quantity", .required, .range(1...1_000))
///   let note = Attribute<String>("Note")
/// }
///
/// let orderMore = Action("order-more", title: "Order more", on: Product.self, asking: OrderMore.self) {
///   call, product, input in
///   let quantity = try input[\.quantity]
///   return try await call.change(product) { _, product in
///     product.unitsOnOrder = (product.unitsOnOrder ?? 0) + quantity
///     return "Ordered more"
///   }
/// }
/// ```
/// The names of its properties are those of the inputs on the command line and in the API.
public protocol ActionInput: Sendable {
  /// The declaration.
  init()
}

/// The inputs that an action was given: `input.note` is optional, `try input[\.quantity]` is not.
@dynamicMemberLookup
public struct Inputs<Input: ActionInput>: Sendable {
  private let call: ActionCall
  private let shape: InputShape<Input>

  init(_ call: ActionCall, _ shape: InputShape<Input>) { (self.call, self.shape) = (call, shape) }

  /// The value of an input; nil where nothing was said.
  public subscript<V: AttributeValue>(dynamicMember path: KeyPath<Input, Attribute<V>>) -> V? {
    shape.name(of: path).flatMap { call.value($0, V.self) }
  }

  /// The number of the record that an input names; nil where nothing was said.
  public subscript<T: Entity>(dynamicMember path: KeyPath<Input, ToOne<T>>) -> RecordID? {
    shape.name(of: path).flatMap(call.related)
  }

  /// The value of an input that has one, such as a required one: `try input[\.quantity]`.
  /// - Throws: `FieldFault` of the input where nothing was said.
  public subscript<V: AttributeValue>(path: KeyPath<Input, Attribute<V>>) -> V {
    get throws {
      guard let value = self[dynamicMember: path] else { throw Self.missing(shape.name(of: path)) }
      return value
    }
  }

  /// The number of the record that an input names, such as a required one.
  /// - Throws: `FieldFault` of the input where nothing was said.
  public subscript<T: Entity>(path: KeyPath<Input, ToOne<T>>) -> RecordID {
    get throws {
      guard let id = self[dynamicMember: path] else { throw Self.missing(shape.name(of: path)) }
      return id
    }
  }

  private static func missing(_ name: String?) -> FieldFault { FieldFault(name ?? "", "This can't be empty") }
}

/// The properties of an ``ActionInput`` by their names.
struct InputShape<Input: ActionInput>: Sendable {
  private let prototype = Input()
  /// The properties in their order.
  let properties: [(name: String, property: any InputProperty)]
  /// The names of stored properties that are no input.
  let others: [String]

  init() {
    let children = Mirror(reflecting: prototype).children.compactMap { child in
      child.label.map { (name: $0, property: child.value as? any InputProperty) }
    }
    properties = children.compactMap { child in child.property.map { (child.name, $0) } }
    others = children.filter { $0.property == nil }.map(\.name)
  }

  /// The name of the property at a path; nil for one that Swift computes.
  func name<P: InputProperty>(of path: KeyPath<Input, P>) -> String? {
    let asked = prototype[keyPath: path]
    return properties.first { $0.property === asked }?.name
  }
}

/// An attribute or to-one relationship as an input.
protocol InputProperty: AnyObject, Sendable {
  func add(to action: inout ActionDescription, named name: String)
}

extension Attribute: InputProperty {
  func add(to action: inout ActionDescription, named name: String) { action.inputs.append(describing(name)) }
}

extension ToOne: InputProperty {
  func add(to action: inout ActionDescription, named name: String) { action.related.append(describing(name)) }
}

extension Action {
  /// An action on one record that has to be told something.
  /// - Parameters:
  ///   - name: its name in addresses and on the command line: small letters, with hyphens between.
  ///   - title: the title of its button; a key into the catalogue, as all words here.
  ///   - entity: the entity of the record.
  ///   - input: the declaration of what it asks.
  ///   - audience: the people who may do it.
  ///   - confirmation: the question before it.
  ///   - isDangerous: whether it destroys something.
  ///   - fileID: the file of the declaration, which messages name.
  ///   - line: its line.
  ///   - body: does it.
  public init<E: Entity, Input: ActionInput>(
    _ name: String, title: String, on entity: E.Type, asking input: Input.Type,
    for audience: ActionDescription.Audience = .everybody, confirmation: String? = nil, isDangerous: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line,
    body: @escaping @Sendable (ActionCall, Record<E>, Inputs<Input>) async throws -> ActionResult
  ) {
    let shape = InputShape<Input>()
    self.init(
      name, title: title, on: entity, for: audience, confirmation: confirmation, isDangerous: isDangerous,
      fileID: fileID, line: line
    ) { call, record in
      try await body(call, record, Inputs(call, shape))
    }
    ask(shape)
  }

  /// An action on the records of an entity, without a record, that has to be told something.
  public init<E: Entity, Input: ActionInput>(
    _ name: String, title: String, onAll entity: E.Type, asking input: Input.Type,
    for audience: ActionDescription.Audience = .everybody, confirmation: String? = nil, isDangerous: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line,
    body: @escaping @Sendable (ActionCall, Inputs<Input>) async throws -> ActionResult
  ) {
    let shape = InputShape<Input>()
    self.init(
      name, title: title, onAll: entity, for: audience, confirmation: confirmation, isDangerous: isDangerous,
      fileID: fileID, line: line
    ) { call in
      try await body(call, Inputs(call, shape))
    }
    ask(shape)
  }

  /// An action on the application as a whole that has to be told something.
  public init<Input: ActionInput>(
    _ name: String, title: String, asking input: Input.Type,
    for audience: ActionDescription.Audience = .everybody, confirmation: String? = nil, isDangerous: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line,
    body: @escaping @Sendable (ActionCall, Inputs<Input>) async throws -> ActionResult
  ) {
    let shape = InputShape<Input>()
    self.init(
      name, title: title, for: audience, confirmation: confirmation, isDangerous: isDangerous, fileID: fileID,
      line: line
    ) { call in
      try await body(call, Inputs(call, shape))
    }
    ask(shape)
  }

  /// The same action, whose form starts with a value that follows from the record; nil for the input's default.
  /// The API and the command line take the default.
  public func proposing<E: Entity, Input: ActionInput, V: AttributeValue>(
    _ path: KeyPath<Input, Attribute<V>>, _ value: @escaping @Sendable (Record<E>) -> V?
  ) -> Action {
    proposing(InputShape<Input>().name(of: path) ?? "", value)
  }
}
