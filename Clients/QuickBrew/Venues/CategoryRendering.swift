import Messages

/// Formats the tree of venue categories as text.
enum CategoryRendering {
  static func render(_ reply: CategoriesReply, style: Style) -> String {
    var table = TextTable([.init("Category"), .init("Venues", .right)])
    func add(_ counts: [CategoryCount], depth: Int) {
      for count in counts {
        let indent = String(repeating: "  ", count: depth)
        table.add([.init(indent + count.category.rawValue), .init("\(count.total)")])
        add(reply.categories.filter { $0.parent == count.category }, depth: depth + 1)
      }
    }
    add(reply.categories.filter { $0.parent == nil }, depth: 0)
    return table.render(style)
  }
}
