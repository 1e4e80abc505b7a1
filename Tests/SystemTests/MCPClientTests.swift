import Foundation
import TestSupport
import Testing

/// The Model Context Protocol's own client, of PyPI, with `quickbrew mcp` on a real stack.
@Suite(.timeLimit(.minutes(10))) struct MCPClientTests {
  private static let script = """
    import asyncio, glob, sys, zipfile
    wheels, home, program, mode = sys.argv[1:]
    for wheel in sorted(glob.glob(wheels + "/*.whl")):
        zipfile.ZipFile(wheel).extractall(home + "/python")
    sys.path.insert(0, home + "/python")
    from mcp import Client, MCPError, StdioServerParameters, stdio_client

    async def main():
        server = StdioServerParameters(
            command=program, args=["mcp", "--page", "http://page:1"],
            env={"QUICKBREW_HOME": home, "QUICKBREW_CONFIG": home + "/settings"})
        async with Client(stdio_client(server), mode=mode) as client:
            async def call(name, **arguments):
                result = await client.call_tool(name, arguments)
                text = result.content[0].text
                assert result.is_error == ("error" in result.structured_content), text
                return text, result.structured_content
            print(client.server_info.name, client.protocol_version)
            print(*[tool.name for tool in (await client.list_tools()).tools])
            ends = {"origin": "home", "destination": "Coit Tower"}
            text, plan = await call("plan", **ends, departure="tomorrow 8:00",
                deadline="tomorrow 9:00")
            print(plan["verdict"]["answer"],
                plan["link"] == "http://page:1/commute?plan=" + plan["id"], "Coit Tower" in text,
                len(text) < 4000, len(plan["options"]) <= 5)
            text, errands = await call("errands", **ends, departure="tomorrow 8:00",
                deadline="tomorrow 9:30", errands=[{"categories": ["cafés"]}])
            print(errands["verdict"]["answer"], "leave by" in text)
            text, meet = await call("meet", first=ends,
                second={"origin": "Ferry Building", "destination": "Coit Tower"})
            print(len(meet["options"]) > 0, "on time for both" in text)
            text, found = await call("find", text="coffee near Union Square")
            print(text.splitlines()[0])
            text, near = await call("nearby", coordinate="Coit Tower", limit=2)
            print(len(near["venues"]), "explore?at=37.8" in near["link"])
            text, near = await call("nearby", coordinate="Coit Tower",
                filter={"category": "кофейня", "hours": {"moment": "monday"}})
            print({venue["venue"]["category"] for venue in near["venues"]})
            text, route = await call("route", waypoints=["home", "Coit Tower"], profile="foot")
            print(route["durationSeconds"] > 0, "geometry" not in route)
            text, reach = await call("isochrone", center="Coit Tower", contoursSeconds=[120, 300])
            print([each["durationSeconds"] for each in reach["contours"]], "km²" in text)
            for arguments in [{}, {"text": "coffee", "limt": 1}]:
                print((await call("find", **arguments))[0].splitlines()[0])
            print((await call("route", waypoints=["Nowhere Street", "home"]))[1]["error"]["code"])
            try:
                await client.call_tool("fly", {})
            except MCPError as error:
                print(error.error.code)
            calls = [call("route", waypoints=["home", "Coit Tower"]) for _ in range(8)]
            print(len({text for text, _ in await asyncio.gather(*calls)}))

    asyncio.run(main())
    """

  @Test(
    "PyPI's client uses every tool, with the handshake and without",
    arguments: [("legacy", "2025-11-25"), ("auto", "2026-07-28")])
  func everyTool(mode: String, revision: String) async throws {
    try await RealStack.run { stack in
      let file = stack.home + "/client.py"
      try Data(Self.script.utf8).write(to: URL(filePath: file))
      try Data("home = 37.785834,-122.406417\n".utf8).write(
        to: URL(filePath: stack.home + "/settings"))
      let outcome = try await Executables.run(
        "/usr/bin/python3",
        [
          file, Executables.repository + "/.vendor/mcp", stack.home,
          Executables.directory + "/quickbrew", mode,
        ], in: stack.home)
      #expect(
        outcome.output.split(separator: "\n") == [
          "quickbrew \(revision)", "plan errands meet find nearby route isochrone",
          "yes True True True True", "yes True", "True True",
          "Looking for coffee near Union Square, San Francisco.", "2 True", "{'coffee'}",
          "True True", "[120, 300] True",
          "invalidRequest: Cannot read FindRequest: text is missing.",
          "invalidRequest: There is no argument “limt”.", "notFound", "-32602", "1",
        ], "\(outcome.errors)")
    }
  }
}
