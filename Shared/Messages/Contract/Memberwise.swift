/// Writes the memberwise initializer of a type, as Swift does for internal structs: its stored
/// properties in the order in which they are declared, optional ones `nil` by default. Private ones
/// that have no value are among them.
@attached(member, names: named(init))
package macro Memberwise() = #externalMacro(module: "MemberwiseMacro", type: "Memberwise")
