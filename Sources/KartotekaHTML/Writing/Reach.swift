/// The rights of those for whom a page is written.
///
/// A page is made of what an application has. Links, buttons and forms that lead to a refusal are left out when it is written, by the
/// same needs of addresses by which requests are admitted. So no component can offer what is refused.
package struct Reach: Sendable {
  /// The use of an address.
  enum Use {
    /// A link is followed.
    case link
    /// A form is sent, by its method.
    case form
    /// A button sends its form.
    case post
  }

  /// Whether an address may be used; `sends` for forms that change something. nil if all may.
  let mayUse: (@Sendable (_ address: String, _ sends: Bool) -> Bool)?
  /// Whether somebody is signed in.
  let isSignedIn: Bool
  /// The identity of the person; nil for strangers, and where there is none.
  let identity: Int64?

  /// - Parameters:
  ///   - isSignedIn: whether somebody is signed in.
  ///   - identity: the identity of the person; nil for strangers, and where there is none.
  ///   - mayUse: whether an address may be used; `sends` for forms that change something. nil if all may.
  package init(
    isSignedIn: Bool, identity: Int64?, mayUse: (@Sendable (_ address: String, _ sends: Bool) -> Bool)?
  ) {
    (self.isSignedIn, self.identity, self.mayUse) = (isSignedIn, identity, mayUse)
  }
}
