// Whoever makes messages writes `@Memberwise` in front of them.
@_exported public import Memberwise
