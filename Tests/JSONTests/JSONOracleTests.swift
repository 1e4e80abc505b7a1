import CommandLineKit
import Foundation
import Messages
import TestSupport
import Testing

/// Foundation's coder is the oracle: both decode and encode the same.
@Suite(.computing) struct JSONOracleTests {
  /// Intended differences: a text is UTF-8 without a byte order mark, no comma ends a list, and the
  /// whole text is validated though only a part is decoded. A number of 2⁵³ or more with a point or
  /// an exponent is not a whole number; Foundation rounds it. A number too small for a `Double` is
  /// invalid; Foundation decodes it as the whole number 0.
  private static let texts = [
    #"{"a":[1,2.5,-3e2,{"b":null}],"c":"x\u00e9\ud83d\ude00\n","d":true,"é":false}"#,
    #"[0,-0,1.0,1e3,12345678901234567890,0.1e-7,"",[],{}]"#, #" {"k" : "v\\\"/" , "l":[ ] } "#,
    #"{"a":1,"a":2,"a":3}"#, #"{"\u0061":1,"a":2}"#, #"["\ud800",1]"#, "1E400", "1e-400",
    "[12345678901245678900.1e-4, 300e-1, -9223372036854775808.0]",
    "[18446744073709551615, 9223372036854775807, -9223372036854775808, 92233720376854775808]",
    "[1.5E+2,1e+2,60.16991234567891,24.938412345678901,0.1,5e-324,1.7976931348623157e308]",
  ]
  private static let bytes =
    Array("{}[]\",:\\/bfnrtu0123456789.eE+-ad \n\tnulltruefalse".utf8)
    + [0, 0x1F, 0x7F, 0x80, 0xC3, 0xA9, 0xED, 0xA0, 0xFF, 0xF0, 0x9F]

  /// `QUICKBREW_SEED` repeats a search.
  @Test func readsDamagedTextsAsFoundationDoes() {
    let seed =
      ProcessInfo.processInfo.environment["QUICKBREW_SEED"].flatMap(UInt64.init)
      ?? UInt64.random(in: 0..<1_000_000)
    var random = SeededGenerator(seed: seed)
    for round in 0..<20_000 {
      var text = Array(Self.texts[round % Self.texts.count].utf8)
      if round >= Self.texts.count { Self.damage(&text, using: &random) }
      guard let ours = try? MessageCoder.decode(Tree.self, from: Data(text)) else {
        let isLax = Self.isRefusedByChoice(text)
        let theirs = isLax ? nil : try? JSONDecoder().decode(Tree.self, from: Data(text))
        #expect(
          theirs == nil, "seed \(seed): \(String(decoding: text, as: UTF8.self).debugDescription)")
        continue
      }
      let theirs = try? JSONDecoder().decode(Tree.self, from: Data(text))
      #expect(
        theirs?.isSame(as: ours) == true,
        "seed \(seed): \(String(decoding: text, as: UTF8.self).debugDescription)")
    }
  }

  private static func damage(_ text: inout [UInt8], using random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 1...4, using: &random) where !text.isEmpty {
      let at = Int.random(in: 0..<text.count, using: &random)
      let byte = bytes[Int.random(in: 0..<bytes.count, using: &random)]
      switch Int.random(in: 0..<4, using: &random) {
      case 0: text[at] = byte
      case 1: text.remove(at: at)
      case 2: text.insert(byte, at: at)
      default:
        let end = min(text.count, at + Int.random(in: 1...6, using: &random))
        let target = Int.random(in: 0...text.count, using: &random)
        text.insert(contentsOf: Array(text[at..<end]), at: target)
      }
    }
  }

  /// Whether Foundation may accept the text because it is lenient: its strict parser, which
  /// validates the whole text, refuses it, a list ends with a comma, or a number is too small.
  private static func isRefusedByChoice(_ text: [UInt8]) -> Bool {
    let string = String(decoding: text, as: UTF8.self)
    // Nul bytes make it UTF-16 or UTF-32 for Foundation.
    return text.contains(0) || string.contains(/,\s*[\]}]/)
      || string.matches(of: /-?[\d.]+[eE]-\d+/).contains(where: isTooSmall)
      || (try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)) == nil
  }

  private static func isTooSmall(_ number: Regex<Substring>.Match) -> Bool {
    Double(number.output)?.isZero == true
      && number.output.prefix { $0 != "e" && $0 != "E" }.contains { $0 != "0" && $0.isNumber }
  }

  @Test func readsAndWritesRandomValuesAsFoundationDoes() throws {
    let seed = UInt64.random(in: 0..<1_000_000)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let tree = Tree.random(depth: 4, using: &random)
      let ours = try MessageCoder.encode(tree)
      let theirs = try JSONEncoder().encode(tree)
      #expect(try JSONDecoder().decode(Tree.self, from: ours) == tree, "seed \(seed)")
      #expect(try MessageCoder.decode(Tree.self, from: theirs) == tree, "seed \(seed)")
      #expect(try MessageCoder.decode(Tree.self, from: ours) == tree, "seed \(seed)")
    }
  }

  @Test func readsRandomDecimalsExactly() throws {
    let seed = UInt64.random(in: 0..<1_000_000)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<5_000 {
      let digits = Int.random(in: 1...18, using: &random)
      let whole = Int.random(in: 0..<1_000, using: &random)
      let decimals = (0..<digits).map { _ in "\(Int.random(in: 0...9, using: &random))" }
      let text = "\(Bool.random(using: &random) ? "-" : "")\(whole).\(decimals.joined())"
      let read = try MessageCoder.decode([Double].self, from: Data("[\(text)]".utf8))
      #expect(read == [Double(text)], "seed \(seed): \(text)")
    }
  }

  @Test func writesScalarsAsFoundationDoes() throws {
    let texts = [
      "", "a/b", "\"\\", "\u{0}\u{1}\u{8}\t\n\u{C}\r\u{1F}\u{7F}", "é 😀 \u{2028}",
      String(repeating: "0123456\\", count: 50), String(repeating: "x", count: 15) + "\"",
    ]
    try expectSame(texts)
    try expectSame([0, -1, Int.min, Int.max])
    try expectSame([UInt64.max])
    try expectSame([Int8.min, Int8.max])
    try expectSame([0.1, -0.0, 1, 1e22, 123_456_789, 60.17])
    try expectSame([Double.leastNonzeroMagnitude, .greatestFiniteMagnitude])
    try expectSame([Float(0.1), 16_777_216])
    try expectSame([true, false])
    try expectSame([nil, 1] as [Int?])
    try expectSame([Data(), Data([0, 1, 255])])
    try expectSame([[Int]](), [[], [[]]] as [[[Int]]])
    try expectSame([Empty()])
    try expectSame(["only": Empty?.none])
  }

  private func expectSame<each Value: Codable & Equatable>(_ values: repeat each Value) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    for value in repeat each values {
      let ours = try MessageCoder.encode(value)
      let theirs = try encoder.encode(value)
      #expect(String(decoding: ours, as: UTF8.self) == String(decoding: theirs, as: UTF8.self))
      let read = try MessageCoder.decode(type(of: value), from: ours)
      #expect(read == value)
    }
  }

  private struct Empty: Codable, Equatable {}
}

/// Invalid and hostile texts.
@Suite struct HostileJSONTests {
  @Test(arguments: [
    ("[1,2", #"at byte 4: a comma or “]” is missing."#),
    ("[1,]", "at byte 3: a value is missing."),
    (#"{"a" 1}"#, "at byte 5: a colon is missing."),
    ("{1:2}", "at byte 1: a key is missing."),
    (#"{"a":1]"#, #"at byte 6: a comma or “}” is missing."#),
    ("[] []", "at byte 3: something follows the value."),
    ("[01]", "at byte 2: a comma or “]” is missing."),
    ("[1.]", "at byte 3: a digit is missing."),
    ("[1e+]", "at byte 4: a digit is missing."),
    ("[-]", "at byte 2: a digit is missing."),
    ("[NaN]", "at byte 1: a value is missing."),
    ("[Infinity]", "at byte 1: a value is missing."),
    ("[tru]", "at byte 4: a value is missing."),
    (#"["a]"#, "at byte 4: a text has no end."),
    ("[\"a\nb\"]", "at byte 3: a control character is not escaped."),
    (#"["\x"]"#, "at byte 2: it is no escape."),
    (#"["\ud800"]"#, "at byte 2: it is no escape."),
    (#"["\ud800\u0041"]"#, "at byte 2: it is no escape."),
    (#"["\udc00"]"#, "at byte 2: it is no escape."),
    (#"["\u12"#, "at byte 2: it is no escape."),
    ("\u{FEFF}[]", "at byte 0: a value is missing."),
    ("[]\0", "at byte 2: something follows the value."),
    ("\0", "at byte 0: a value is missing."),
    ("[\"\0\"]", "at byte 2: a control character is not escaped."),
  ])
  func refuses(_ text: String, _ fault: String) {
    expect(Data(text.utf8), fails: fault)
  }

  @Test(arguments: [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x98], [0xC0, 0x80]])
  func refusesWhatIsNotUTF8(_ bytes: [UInt8]) {
    let text = Array("[\"a".utf8) + bytes + Array("\"]".utf8)
    expect(Data(text), fails: "at byte 3: it is not UTF-8.")
  }

  /// Even for 16 MB of opening brackets: there is no recursion, and the text is refused at the
  /// limit.
  @Test func depthIsBounded() throws {
    let nested = { (depth: Int) in
      Data(
        (String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    let deepest = #"{"keyOfANewerPeer":"# + String(decoding: nested(511), as: UTF8.self) + "}"
    _ = try MessageCoder.decode(Done.self, from: Data(deepest.utf8))
    let fault = "at byte 512: more than 512 values are inside one another."
    expect(nested(513), fails: fault)
    expect(Data(String(repeating: "[", count: 16 << 20).utf8), fails: fault)
  }

  @Test(arguments: [
    ("9223372036854775808", false), ("-9223372036854775809", false), ("1e19", false),
    ("9007199254740993.0", false), ("1.5", false), ("1e400", false), ("\"1\"", false),
    ("true", false), ("[1]", false), ("9223372036854775807", true), ("-9223372036854775808", true),
    ("1.0", true), ("1e3", true), ("-0", true),
  ])
  func wholeNumbers(_ text: String, _ isOne: Bool) {
    let read = try? MessageCoder.decode([Int].self, from: Data("[\(text)]".utf8))
    #expect((read != nil) == isOne)
  }

  @Test func numbersOutOfRangeNameTheRange() {
    expect(
      [Int8].self, Data("[300]".utf8),
      fails: "[0]: must be a whole number from -128 to 127, and is 300.")
    expect([Double].self, Data("[1e999]".utf8), fails: "[0]: must be a number, and is 1e999.")
    let digits = String(repeating: "9", count: 1_000_000)
    #expect((try? MessageCoder.decode([Int].self, from: Data("[\(digits)]".utf8))) == nil)
    #expect((try? MessageCoder.decode([Double].self, from: Data("[\(digits)]".utf8))) == nil)
  }

  @Test func theFirstOfTwoMembersCounts() throws {
    struct Pair: Codable, Equatable {
      var a: Int
      var b: Int?
    }
    let few = Data(#"{"a":1,"\u0061":2,"a":3,"b":4}"#.utf8)
    #expect(try MessageCoder.decode(Pair.self, from: few) == Pair(a: 1, b: 4))
    let others = (0..<100).map { #""key\#($0)":0,"# }.joined()
    let many = Data((#"{"a":1,"# + others + #""a":2,"b":4,"b":5}"#).utf8)
    #expect(try MessageCoder.decode(Pair.self, from: many) == Pair(a: 1, b: 4))
  }

  /// As many members as fit into a body are looked up in linear time.
  @Test func manyMembers() throws {
    let members = (0..<200_000).map { "\"\($0)\":\($0)" }.joined(separator: ",")
    let read = try MessageCoder.decode([String: Int].self, from: Data("{\(members)}".utf8))
    #expect(read.count == 200_000)
    #expect(read["199999"] == 199_999)
  }

  @Test(arguments: ["[1,2,3,4]", "[1,2,3]", "[1,2,3,4,5]", "[]"])
  func fixedSizesAreKept(text: String) throws {
    let own = try? MessageCoder.decode(SIMD4<Float>.self, from: Data(text.utf8))
    let foundation = try? JSONDecoder().decode(SIMD4<Float>.self, from: Data(text.utf8))
    #expect(own == foundation)
    #expect((own != nil) == (text == "[1,2,3,4]"))
  }

  @Test func keysAreComparedWhole() throws {
    struct One: Codable, Equatable { var name: String? }
    for (text, name) in [
      (#"{"nam":"a"}"#, nil), (#"{"names":"a"}"#, nil), (#"{"":"a"}"#, nil),
      (#"{"na\u006de":"a"}"#, "a"), (#"{"\u006eame":"a"}"#, "a"), (#"{"nam\u0065":"a"}"#, "a"),
      (#"{"name\u0073":"a"}"#, nil), (#"{"nam\\e":"a"}"#, nil), (#"{"name":null}"#, nil),
    ] {
      #expect(try MessageCoder.decode(One.self, from: Data(text.utf8)).name == name, "\(text)")
    }
  }

  @Test func nonFiniteNumbersAreRefused() {
    for number in [Double.nan, .infinity, -.infinity] {
      #expect(throws: EncodingError.self) { try MessageCoder.encode([number]) }
      #expect(throws: EncodingError.self) { try MessageCoder.encode([Float(number)]) }
    }
  }

  private func expect(_ text: Data, fails fault: String) {
    expect([String].self, text, fails: "the body is not JSON \(fault)")
  }

  private func expect<Value: Decodable>(_ type: Value.Type, _ text: Data, fails fault: String) {
    let error = #expect(throws: ServiceError.self) { try MessageCoder.decode(type, from: text) }
    #expect(error?.code == .invalidRequest)
    #expect(error?.message == "Cannot read \(type): \(fault)")
  }
}
