import QuickBrew

@main struct Main {
  static func main() {}
}
