import KartotekaModel

/// An application's hue is a degree, and none of the reds: red means delete.
struct HueAllowed: AppRule {
  let id = "hue-allowed"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    if !(0...359).contains(app.hue) {
      return [fault("There is no hue \(app.hue).", hint: "Use 0 to 359.")]
    }
    return (10...40).contains(app.hue)
      ? [fault("The hue \(app.hue) is red, which means delete.", hint: "Use one below 10 or above 40.")] : []
  }
}
