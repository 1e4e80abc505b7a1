extension Array {
  /// All orders of the elements, those that begin with an earlier one first: 120 of five.
  var permutations: [[Element]] {
    guard count > 1 else { return [self] }
    return indices.flatMap { index in
      var others = self
      let first = others.remove(at: index)
      return others.permutations.map { [first] + $0 }
    }
  }
}
