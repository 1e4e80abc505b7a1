#!/usr/bin/env python3
"""Draws the sample map: run `deploy/sample/draw.py > deploy/sample/downtown-san-francisco.osm`.

The drawing board is the street grid itself, in metres: u grows along Geary Street away from Powell
Street, v along Powell Street away from Geary Street. The whole board is turned 9 degrees. Streets
are straight lines on it, in the order everybody who walks there knows; crossings are found, not
listed. Venues are placed by their house number, one hundred numbers to a block.
`venues.tsv` lists the venues.
"""

import csv
import math
import pathlib
import sys
from xml.sax.saxutils import quoteattr

CORNER = (37.7873, -122.4084)  # Powell Street at Geary Street
TURN = math.radians(9)
SAME_CROSSING = 18.0  # metres: three streets that meet this close share one node

U = dict(
    Drumm=1120, Davis=980, Front=908, Battery=838, Sansome=695, Montgomery=560, Kearny=425,
    Grant=286, Stockton=147, Powell=0, Mason=-147, Taylor=-293, Jones=-440, Leavenworth=-587,
    Hyde=-733, Larkin=-880)
V = dict(
    McAllister=-629, GoldenGate=-524, Turk=-419, Eddy=-314, Ellis=-210, OFarrell=-105, Geary=0,
    Post=105, Sutter=210, Bush=314, Pine=419, California=524, Sacramento=629, Clay=733,
    Washington=838, Jackson=943, Pacific=1048, Broadway=1160, Vallejo=1270, Green=1375, Union=1480,
    Filbert=1585, Greenwich=1690, Lombard=1795, Chestnut=1900, Francisco=2005, Bay=2110)

ALONG_MARKET, ACROSS_MARKET = (0.801, 0.599), (0.599, -0.801)


def market(u, across=0.0):
    """The point of Market Street at u, or that many metres south-east of it."""
    return (u + across * ACROSS_MARKET[0], -314 + 0.748 * u + across * ACROSS_MARKET[1])


class Street:
    """A line on the board with its class, its sections that differ, and its numbering."""

    def __init__(self, name, kind, points, numbers=(), speed=25, **tags):
        self.name, self.kind, self.points = name, kind, points
        self.numbers = sorted((self.along(point), number) for point, number in numbers)
        self.tags = dict(name=name, highway=kind, maxspeed=f"{speed} mph", **tags)
        self.sections = []  # (from, to, tags) by distance along
        if kind in ("pedestrian", "steps"):
            del self.tags["maxspeed"]

    def only(self, start, end, **tags):
        """Marks the part between two points; a tag set to None is taken away."""
        low, high = sorted((self.along(start), self.along(end)))
        self.sections.append((low, high, tags))
        return self

    def legs(self):
        done = 0.0
        for a, b in zip(self.points, self.points[1:]):
            length = math.dist(a, b)
            yield done, a, b, length
            done += length

    def along(self, point):
        """How far along the street its nearest place to the point is."""
        best = None
        for done, a, b, length in self.legs():
            t = ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / length**2
            t = min(1.0, max(0.0, t))
            gap = math.dist(point, (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])))
            if best is None or gap < best[0]:
                best = (gap, done + t * length)
        return best[1]

    def at(self, distance, aside=0.0):
        """The point that far along, moved aside to the left."""
        for done, a, b, length in self.legs():
            if distance <= done + length + 1e-6:
                t = (distance - done) / length
                dx, dy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
                x, y = a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])
                return (x - dy * aside, y + dx * aside)
        return self.points[-1]

    def door(self, number):
        """Where that house number stands: odd on one side, even on the other."""
        side = 13.0 if number % 2 else -13.0
        for (a, first), (b, last) in zip(self.numbers, self.numbers[1:]):
            if min(first, last) <= number <= max(first, last):
                share = (number - first) / (last - first)
                return self.at(a + (0.08 + 0.84 * share) * (b - a), side)
        raise SystemExit(f"{number} {self.name} is not on the map")

    def length(self):
        return sum(leg[3] for leg in self.legs())


STREETS = []


def street(*args, **tags):
    STREETS.append(Street(*args, **tags))
    return STREETS[-1]


def north(name, kind, south, top, at_geary, one_way=None, until=None, **tags):
    """A street from Market Street's side to the north; `one_way` is N or S, up to `until`."""
    u = U[name.split()[0]]
    first = market(u) if south == "Market" else (u, V[south])
    blocks = enumerate(V.values(), -list(V).index("Geary"))
    numbers = [((u, v), at_geary + 100 * i) for i, v in blocks
               if first[1] - 20 <= v <= V[top] and at_geary + 100 * i >= 0]
    made = street(name, kind, [first, (u, V[top])], numbers, **tags)
    if one_way:
        made.only(first, (u, V[until or top]), oneway="yes" if one_way == "N" else "-1")
    return made


def east(name, kind, west, end, at_kearny, one_way=None, **tags):
    """A street drawn west to east; `one_way` is E or W."""
    v = V[name.rsplit(" ", 1)[0].replace("'", "").replace(" ", "")]
    last = ((v + 314) / 0.748, v) if end == "Market" else (U.get(end, end), v)
    kearny = list(U).index("Kearny")
    numbers = [((u, v), at_kearny + 100 * (i - kearny)) for i, u in enumerate(U.values())
               if U[west] <= u <= last[0] + 20 and at_kearny + 100 * (i - kearny) >= 0]
    made = street(name, kind, [(U[west], v), last], numbers, **tags)
    if one_way:
        made.only((U[west], v), last, oneway="yes" if one_way == "E" else "-1")
    return made


def draw_north_of_market():
    north("Larkin Street", "tertiary", "McAllister", "Bay", 900, "N", "California")
    north("Hyde Street", "tertiary", "McAllister", "Bay", 600, "S", "California")
    north("Leavenworth Street", "tertiary", "McAllister", "Bay", 600, "N", "Pine")
    north("Jones Street", "residential", "Market", "Bay", 500, "S", "Pine")
    north("Taylor Street", "tertiary", "Market", "Bay", 500, "N", "Sutter")
    north("Mason Street", "residential", "Market", "Bay", 400, "S", "Post")
    north("Powell Street", "tertiary", "Market", "Bay", 300).only(
        market(0), (0, V["Ellis"]), highway="pedestrian", maxspeed=None)
    north("Stockton Street", "tertiary", "Market", "Bay", 200).only(
        (U["Stockton"], V["Sutter"]), (U["Stockton"], V["Sacramento"]),
        tunnel="yes", layer="-1", **{"tunnel:name": "Stockton Tunnel"})
    north("Grant Avenue", "residential", "Market", "Francisco", 100, "N", "Broadway", speed=20)
    kearny = north("Kearny Street", "secondary", "Market", "Filbert", 0, "N", "Pacific")
    kearny.only((425, V["Pacific"]), (425, V["Filbert"]), highway="residential")
    for foot, head in (("Broadway", "Vallejo"), ("Union", "Filbert")):
        kearny.only((425, V[foot]), (425, V[head]), highway="steps", maxspeed=None)
    north("Montgomery Street", "tertiary", "Market", "Filbert", -100, "S", "Washington").only(
        (560, V["Broadway"]), (560, V["Filbert"]), highway="residential")
    street("Sansome Street", "tertiary", [market(695), (695, V["Greenwich"]), (722, 1832)],
           [((695, v), 100 * i - 200) for i, v in enumerate(list(V.values())[6:]) if 2 <= i <= 17]
           ).only(market(695), (695, V["Broadway"]), oneway="yes")
    north("Battery Street", "tertiary", "Market", "Greenwich", -300, "S", "Broadway")
    north("Front Street", "residential", "Market", "Broadway", -300, "N")
    north("Davis Street", "residential", "Market", "Broadway", -400)
    north("Drumm Street", "residential", "Market", "Jackson", -500)

    east("McAllister Street", "residential", "Larkin", "Market", -600)
    east("Golden Gate Avenue", "tertiary", "Larkin", "Market", -500, "E")
    east("Turk Street", "tertiary", "Larkin", "Market", -400, "W")
    east("Eddy Street", "residential", "Larkin", "Market", -300)
    east("Ellis Street", "residential", "Larkin", "Market", -200, "W")
    east("O'Farrell Street", "tertiary", "Larkin", "Market", -100, "E")
    east("Geary Street", "secondary", "Larkin", "Market", 0, "W")
    east("Post Street", "tertiary", "Larkin", "Market", 100, "E")
    east("Sutter Street", "tertiary", "Larkin", "Market", 200, "W")
    east("Bush Street", "secondary", "Larkin", "Market", 300, "E")
    east("Pine Street", "secondary", "Larkin", "Market", 500, "W")
    east("California Street", "secondary", "Larkin", "Market", 500)
    east("Sacramento Street", "residential", "Larkin", "Market", 500, "W")
    east("Clay Street", "residential", "Larkin", "Drumm", 500, "E")
    washington = east("Washington Street", "residential", "Larkin", 1303, 500)
    washington.only((U["Larkin"], 838), (0, 838), oneway="yes")
    jackson = east("Jackson Street", "residential", "Larkin", "Drumm", 500)
    jackson.only((U["Larkin"], 943), (0, 943), oneway="-1")
    east("Pacific Avenue", "residential", "Larkin", "Davis", 500)
    east("Broadway", "secondary", "Larkin", 1150, 500).only(
        (U["Larkin"], 1160), (U["Mason"], 1160), tunnel="yes", layer="-1", maxspeed="30 mph",
        **{"tunnel:name": "Robert C. Levy Tunnel"})
    east("Vallejo Street", "residential", "Larkin", "Kearny", 500)
    street("Vallejo Street", "residential", [(U["Sansome"], 1270), (1081, 1270)])
    east("Green Street", "residential", "Larkin", "Montgomery", 500)
    street("Green Street", "residential", [(U["Sansome"], 1375), (1015, 1375)])
    east("Union Street", "residential", "Larkin", "Montgomery", 500)
    east("Filbert Street", "residential", "Larkin", "Kearny", 500).only(
        (U["Hyde"], 1585), (U["Leavenworth"], 1585), oneway="yes", maxspeed="15 mph")
    street("Filbert Steps", "steps", [(450, 1590), (560, 1585), (695, 1585)])
    east("Greenwich Street", "residential", "Larkin", "Grant", 500)
    street("Greenwich Steps", "steps", [(476, 1632), (695, 1690)])
    street("Greenwich Street", "residential", [(695, 1690), (838, 1690)])
    east("Lombard Street", "residential", "Larkin", "Kearny", 500).only(
        (U["Hyde"], 1795), (U["Leavenworth"], 1795), oneway="yes", maxspeed="5 mph")
    east("Chestnut Street", "residential", "Larkin", "Grant", 500)
    east("Francisco Street", "residential", "Larkin", "Grant", 500)
    east("Bay Street", "secondary", "Larkin", 530, 500)


def draw_diagonals():
    numbers = {1390: 1, 1261: 50, 1120: 150, 980: 350, 838: 500, 695: 560, 560: 620, 425: 700,
               286: 760, 147: 820, 0: 900, -147: 950, -287: 1000, -421: 1100}
    street("Market Street", "secondary", [market(-421), market(1390)],
           [(market(u), number) for u, number in numbers.items()])
    columbus = [(560, 838), (425, 1016), (286, 1160), (226, 1270), (147, 1375), (74, 1480),
                (0, 1585), (-76, 1690), (-147, 1795), (-220, 1900), (-293, 2005), (-366, 2110)]
    street("Columbus Avenue", "secondary", columbus,
           [(point, 100 * i + (i > 1) * 100 - 100 * (i > 2)) for i, point in enumerate(columbus)])
    street("The Embarcadero", "primary", [
        (530, 2110), (600, 2010), (722, 1832), (838, 1690), (1015, 1375), (1081, 1270),
        (1150, 1160), (1303, 838), market(1390), market(1390, 550)], speed=30)
    street("Telegraph Hill Boulevard", "residential", [
        (425, 1795), (474, 1782), (482, 1744), (446, 1712), (404, 1678), (392, 1630), (425, 1585),
        (462, 1584), (500, 1604), (490, 1628), (470, 1636)],
        [((470, 1600), 99), ((470, 1637), 0)], speed=15)


def draw_south_of_market():
    blocks = {-421: 1100, -287: 1000, -74: 900, 147: 800, 425: 700, 622: 600, 838: 500, 908: 400,
              980: 300, 1120: 200, 1261: 100, 1390: 1}
    for name, kind, across, one_way in [("Mission Street", "secondary", 190, None),
                                        ("Howard Street", "secondary", 370, "-1"),
                                        ("Folsom Street", "secondary", 550, "yes")]:
        line = [market(-421, across), market(1390, across)]
        made = street(name, kind, line, [(market(u, across), n) for u, n in blocks.items()])
        if one_way:
            made.only(line[0], line[1], oneway=one_way)
    for name, u, one_way in [
            ("7th Street", -421, None), ("6th Street", -287, None), ("5th Street", -74, None),
            ("4th Street", 147, "yes"), ("3rd Street", 425, "-1"), ("2nd Street", 622, None),
            ("1st Street", 838, "yes"), ("Fremont Street", 908, "-1"), ("Beale Street", 980, None),
            ("Main Street", 1120, None), ("Spear Street", 1261, None)]:
        line = [market(u), market(u, 550)]
        made = street(name, "tertiary", line,
                      [(market(u, d), n) for d, n in ((0, 1), (190, 100), (370, 200), (550, 300))])
        if one_way:
            made.only(line[0], line[1], oneway=one_way)
    line = [market(560), market(560, 370)]
    street("New Montgomery Street", "tertiary", line,
           [(market(560, d), n) for d, n in ((0, 1), (190, 100), (370, 200))]
           ).only(line[0], line[1], oneway="yes")


def draw_alleys():
    street("Maiden Lane", "pedestrian", [(147, 52), (425, 52)], [((147, 52), 200), ((425, 52), 1)])
    street("Belden Place", "pedestrian", [(470, 314), (470, 419)],
           [((470, 314), 1), ((470, 419), 99)])
    street("Waverly Place", "service", [(216, 629), (216, 838)],
           [((216, 629), 1), ((216, 838), 200)], speed=15)
    street("Jack Kerouac Alley", "pedestrian", [(286, 1095), (345, 1099)])


PLACES = [
    ("city", "San Francisco", 100, 500), ("neighbourhood", "North Beach", 150, 1440),
    ("neighbourhood", "Chinatown", 230, 790), ("neighbourhood", "Union Square", 75, 60),
    ("neighbourhood", "Financial District", 640, 480),
    ("neighbourhood", "Telegraph Hill", 470, 1560),
    ("neighbourhood", "Nob Hill", -200, 540), ("neighbourhood", "Russian Hill", -580, 1650),
    ("neighbourhood", "SoMa", *market(300, 340)), ("neighbourhood", "Tenderloin", -420, -260),
    ("neighbourhood", "Embarcadero", 1130, 760)]

AREAS = [
    ("Union Square", dict(leisure="park"), [(18, 18), (129, 18), (129, 87), (18, 87)]),
    ("Washington Square", dict(leisure="park"), [(95, 1498), (129, 1498), (129, 1567), (30, 1567)]),
    ("Portsmouth Square", dict(leisure="park"), [(340, 748), (410, 748), (410, 823), (340, 823)]),
    ("Pioneer Park", dict(leisure="park"), [(430, 1600), (525, 1590), (545, 1660), (500, 1690),
                                            (425, 1660)]),
    ("Yerba Buena Gardens", dict(leisure="park"), [market(190, 210), market(380, 210),
                                                   market(380, 350), market(190, 350)])]

LANDMARKS = [
    ("Coit Tower", 488, 1622, dict(tourism="attraction", man_made="tower", height="64",
                                   **{"addr:housenumber": "1",
                                      "addr:street": "Telegraph Hill Boulevard"})),
    ("Transamerica Pyramid", 590, 785, dict(tourism="attraction", building="yes",
                                            **{"addr:housenumber": "600",
                                               "addr:street": "Montgomery Street"})),
    ("Ferry Building", *market(1425), dict(tourism="attraction", amenity="marketplace",
                                           **{"addr:housenumber": "1",
                                              "addr:street": "Ferry Building"})),
    ("Dragon's Gate", 286, 322, dict(tourism="attraction", historic="city_gate")),
    ("Grace Cathedral", -390, 560, dict(amenity="place_of_worship", religion="christian",
                                        **{"addr:housenumber": "1100",
                                           "addr:street": "California Street"})),
    ("Saints Peter and Paul Church", 75, 1605, dict(amenity="place_of_worship",
                                                    religion="christian",
                                                    **{"addr:housenumber": "666",
                                                       "addr:street": "Filbert Street"})),
    ("Cable Car Museum", -130, 850, dict(tourism="museum", **{"addr:housenumber": "1201",
                                                              "addr:street": "Mason Street"})),
    ("Museum of Modern Art", *market(480, 250), dict(tourism="museum", **{
        "addr:housenumber": "151", "addr:street": "3rd Street"})),
    ("Powell Street Station", *market(-20, 10), dict(railway="station", station="subway")),
    ("Montgomery Street Station", *market(575, 10), dict(railway="station", station="subway"))]

NO_LEFT = [("Market Street", "Stockton Street"), ("Market Street", "Kearny Street"),
           ("Market Street", "Montgomery Street"), ("Market Street", "Sansome Street"),
           ("Columbus Avenue", "Broadway")]

BUSY = {"primary", "secondary", "tertiary"}


def place(point):
    """Board metres to degrees."""
    x = point[0] * math.cos(TURN) - point[1] * math.sin(TURN)
    y = point[0] * math.sin(TURN) + point[1] * math.cos(TURN)
    return (CORNER[0] + y / 111_200, CORNER[1] + x / 87_900)


def crossing(a, b, c, d):
    """Where the lines a-b and c-d cross, with a little grace at their ends, or None."""
    (x1, y1), (x2, y2), (x3, y3), (x4, y4) = a, b, c, d
    cut = (x2 - x1) * (y4 - y3) - (y2 - y1) * (x4 - x3)
    if abs(cut) < 1e-6:
        return None
    t = ((x3 - x1) * (y4 - y3) - (y3 - y1) * (x4 - x3)) / cut
    s = ((x3 - x1) * (y2 - y1) - (y3 - y1) * (x2 - x1)) / cut
    grace_t, grace_s = 12 / math.dist(a, b), 12 / math.dist(c, d)
    if -grace_t <= t <= 1 + grace_t and -grace_s <= s <= 1 + grace_s:
        return (x1 + t * (x2 - x1), y1 + t * (y2 - y1))
    return None


class Sheet:
    """The drawing as OSM elements."""

    def __init__(self):
        self.nodes, self.node_tags, self.ways, self.relations = [], {}, [], []

    def node(self, point, **tags):
        self.nodes.append(point)
        if tags:
            self.node_tags[len(self.nodes)] = tags
        return len(self.nodes)

    def shared_node(self, point):
        """The node of a crossing: the one that is there already, or a new one."""
        for i, other in enumerate(self.nodes, 1):
            if math.dist(point, other) < SAME_CROSSING:
                return i
        return self.node(point)

    def write(self, out):
        degrees = [place(point) for point in self.nodes]
        lats, lons = [d[0] for d in degrees], [d[1] for d in degrees]
        out.write('<?xml version="1.0" encoding="UTF-8"?>\n')
        out.write('<osm version="0.6" generator="draw.py">\n')
        out.write(f'  <bounds minlat="{min(lats) - 0.001:.4f}" minlon="{min(lons) - 0.001:.4f}"'
                  f' maxlat="{max(lats) + 0.001:.4f}" maxlon="{max(lons) + 0.001:.4f}"/>\n')
        for i, (lat, lon) in enumerate(degrees, 1):
            head = f'  <node id="{i}" version="1" lat="{lat:.6f}" lon="{lon:.6f}"'
            self.element(out, "node", head, [], self.node_tags.get(i, {}))
        for i, (refs, tags) in enumerate(self.ways, 1):
            inner = [f'<nd ref="{ref}"/>' for ref in refs]
            self.element(out, "way", f'  <way id="{i}" version="1"', inner, tags)
        for i, (members, tags) in enumerate(self.relations, 1):
            inner = [f'<member type="{t}" ref="{ref}" role="{role}"/>' for t, ref, role in members]
            self.element(out, "relation", f'  <relation id="{i}" version="1"', inner, tags)
        out.write("</osm>\n")

    @staticmethod
    def element(out, kind, head, inner, tags):
        inner = inner + [f"<tag k={quoteattr(k)} v={quoteattr(v)}/>" for k, v in tags.items()]
        if inner:
            out.write(head + ">\n" + "".join(f"    {line}\n" for line in inner) + f"  </{kind}>\n")
        else:
            out.write(head + "/>\n")


def underground(road, distance):
    return any(low + 1 < distance < high - 1 and "tunnel" in tags
               for low, high, tags in road.sections)


def lay_streets(sheet):
    """Nodes at crossings and bends, ways cut where tags change or a turn restriction begins."""
    stops = {road: {} for road in STREETS}  # distance along -> node
    for i, one in enumerate(STREETS):
        for other in STREETS[i + 1:]:
            if one.name == other.name:
                continue
            for _, a, b, _ in one.legs():
                for _, c, d, _ in other.legs():
                    point = crossing(a, b, c, d)
                    if point and not underground(one, one.along(point)) \
                            and not underground(other, other.along(point)):
                        node = sheet.shared_node(point)
                        stops[one][one.along(point)] = node
                        stops[other][other.along(point)] = node
    for road in STREETS:
        for done, a, b, length in road.legs():
            stops[road][done] = sheet.shared_node(a)
            stops[road][done + length] = sheet.shared_node(b)
    return stops


def cut_ways(sheet, stops):
    """Ways of each street; returns where each way goes, for the restrictions."""
    names = {}
    for road in STREETS:
        for node in stops[road].values():
            names.setdefault(node, {})[road.name] = road
    barred = {node for node, roads in names.items() for pair in NO_LEFT if set(pair) <= set(roads)}
    for node, roads in names.items():
        if sum(road.kind in BUSY for road in roads.values()) > 1:
            sheet.node_tags[node] = dict(highway="traffic_signals")
    for road in STREETS:
        run, run_tags, last = [], None, None
        for distance, node in sorted(stops[road].items()):
            if node == last:
                continue
            if last is not None:
                middle, tags = (before + distance) / 2, dict(road.tags)
                for low, high, extra in road.sections:
                    if low <= middle <= high:
                        tags.update(extra)
                tags = {k: v for k, v in tags.items() if v is not None}
                if run and (tags != run_tags or last in barred):
                    sheet.ways.append((run, run_tags))
                    run = []
                run, run_tags = (run or [last]) + [node], tags
            before, last = distance, node
        sheet.ways.append((run, run_tags))
    return barred


def forbid_left_turns(sheet, barred):
    """`no_left_turn` from the named avenues at the crossings marked, onto every street there."""
    avenues = {pair[0] for pair in NO_LEFT}
    for via in sorted(barred):
        arms = []  # (way, next node, may arrive, may leave)
        for i, (refs, tags) in enumerate(sheet.ways, 1):
            if via not in refs or tags["highway"] in ("pedestrian", "steps"):
                continue
            way = tags.get("oneway")
            if refs[-1] == via:
                arms.append((i, refs[-2], tags, way != "-1", way != "yes"))
            if refs[0] == via:
                arms.append((i, refs[1], tags, way != "yes", way != "-1"))
        for arm, start, tags, arrives, _ in arms:
            for other, end, other_tags, _, leaves in arms:
                if tags["name"] not in avenues or not arrives or not leaves:
                    continue
                if other_tags["name"] != tags["name"] and turn(sheet, start, via, end) > 30:
                    sheet.relations.append((
                        [("way", arm, "from"), ("node", via, "via"), ("way", other, "to")],
                        dict(type="restriction", restriction="no_left_turn")))


def turn(sheet, start, via, end):
    """Degrees to the left when going start, via, end."""
    a, b, c = (sheet.nodes[i - 1] for i in (start, via, end))
    before, after = math.atan2(b[1] - a[1], b[0] - a[0]), math.atan2(c[1] - b[1], c[0] - b[0])
    return (math.degrees(after - before) + 180) % 360 - 180


def open_doors(sheet):
    """Venues and plain house numbers."""
    with open(pathlib.Path(__file__).with_name("venues.tsv"), encoding="utf-8") as table:
        for i, row in enumerate(csv.DictReader(table, delimiter="\t")):
            number, name = row["address"].split(" ", 1)
            road = next(r for r in STREETS if r.name == name and r.numbers)
            tags = dict(part.split("=") for part in row["tags"].split(";"))
            tags["name"] = row["name"]
            tags |= address(number, name)
            if row["hours"]:
                tags["opening_hours"] = row["hours"]
            if row["website"]:
                tags["website"] = f"https://{row['website']}.example"
                tags["phone"] = f"+1 415 555 {100 + i:04d}"
            sheet.node(road.door(int(number)), **tags)
    for road in STREETS:
        for (_, low), (_, high) in zip(road.numbers, road.numbers[1:]):
            number = min(low, high) + 50
            if road.kind in BUSY | {"residential"} and number < max(low, high):
                sheet.node(road.door(number), **address(str(number), road.name))


def address(number, street_name):
    return {"addr:housenumber": number, "addr:street": street_name, "addr:city": "San Francisco",
            "addr:state": "CA", "addr:country": "US"}


def main():
    for draw in (draw_diagonals, draw_north_of_market, draw_south_of_market, draw_alleys):
        draw()
    sheet = Sheet()
    stops = lay_streets(sheet)
    forbid_left_turns(sheet, cut_ways(sheet, stops))
    for kind, name, u, v in PLACES:
        sheet.node((u, v), place=kind, name=name)
    for name, u, v, tags in LANDMARKS:
        sheet.node((u, v), name=name, **tags)
    for name, tags, outline in AREAS:
        refs = [sheet.node(point) for point in outline]
        sheet.ways.append((refs + refs[:1], dict(name=name, **tags)))
    open_doors(sheet)
    sheet.write(sys.stdout)


if __name__ == "__main__":
    main()
