import PlaceWords

/// The sections of `AddressWords` that a query needs, in the form in which it needs them.
enum AddressVocabulary {
  static let units = AddressWords.all.table(.unit)
  static let levels = AddressWords.all.table(.level)
  static let alone = AddressWords.all.table(.alone)
  static let asides = [AddressWords.all.table(.near), AddressWords.all.table(.care)]
  static let titles = AddressWords.all.table(.title)
  static let companies = AddressWords.all.table(.company)
  static let phones = AddressWords.all.table(.phone)
  static let courtesies = AddressWords.all.table(.courtesy)
  static let numbers = AddressWords.all.table(.number)
  static let buildings = AddressWords.all.table(.building)
  static let blocks = AddressWords.all.table(.block)
  static let corners = AddressWords.all.table(.corner)
  static let links = AddressWords.all.table(.link)
  static let stops = AddressWords.all.table(.stop)
}
