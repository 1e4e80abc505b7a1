import Messages

/// How many connections over TCP one listening socket has.
@Memberwise package struct ConnectionBounds: Sendable, Hashable {
  /// From everywhere together.
  package let inAll: Int
  /// From one address, or one IPv6 network of 64 bits. Behind one address may be many people, but
  /// each process has one connection: this many processes at once.
  package let byAddress: Int

  /// An eighth of a process's descriptors for each of its two ports, so that three quarters are
  /// left for all else; a quarter of it for one address.
  package init(openFiles: Int) {
    self.init(inAll: max(4, openFiles / 8), byAddress: max(1, openFiles / 32))
  }
}
