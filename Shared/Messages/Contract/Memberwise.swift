/// Writes the memberwise initializer of a `package struct`, as Swift does for internal ones: its
/// stored properties in the order in which they are declared, optional ones `nil` by default.
@attached(member, names: named(init))
package macro Memberwise() = #externalMacro(module: "MemberwiseMacro", type: "Memberwise")
