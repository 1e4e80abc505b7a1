/// Writes the memberwise initializer of a type, as Swift does for internal structs: its stored
/// properties in the order in which they are declared, optional ones `nil` by default. Private ones
/// that have no value are among them.
///
/// - Parameter positional: how many of its parameters, from the first on, have no label.
@attached(member, names: named(init))
package macro Memberwise(positional: Int = 0) =
  #externalMacro(module: "MemberwiseMacro", type: "Memberwise")
