-- What of OpenStreetMap becomes a vector tile, by the OpenMapTiles schema
-- (https://openmaptiles.org/schema/), so that any style for it fits. Run by tilemaker 2.
-- Zooms and sizes: metres of a pixel of a 256-pixel tile at the equator.

node_keys = { "addr:housenumber", "aeroway", "amenity", "historic", "leisure", "natural", "place",
  "railway", "shop", "tourism", "highway" }

local function set(...)
  local result = {}
  for _, word in ipairs({ ... }) do result[word] = true end
  return result
end

local function pixel(zoom) return 156543.03 / 2 ^ zoom end

-- MARK: attributes

-- Whether a text can be drawn with Latin letters alone: no lead byte from U+0370 on, but Latin
-- Extended Additional (U+1E00) and punctuation (U+2000).
local function is_latin(text)
  local index = 1
  while index <= #text do
    local byte, following = text:byte(index), text:byte(index + 1) or 0
    if byte >= 0xCD then
      local is_extended = byte == 0xE1 and following >= 0xB8 and following <= 0xBB
      local is_punctuation = byte == 0xE2 and following == 0x80
      if not (is_extended or is_punctuation) then return false end
    end
    index = index + (byte < 0x80 and 1 or byte < 0xE0 and 2 or byte < 0xF0 and 3 or 4)
  end
  return true
end

-- The languages of the page, where the map has names of their own in them.
local languages = { "de", "en", "es", "fi", "fr", "ja", "pt", "ru" }

local function write_name(object)
  local name = object:Find("name")
  if name == "" then return end
  object:Attribute("name", name)
  for _, language in ipairs(languages) do
    local other = object:Find("name:" .. language)
    if other ~= "" and other ~= name then object:Attribute("name:" .. language, other) end
  end
  if is_latin(name) then
    object:Attribute("name:latin", name)
    return
  end
  object:Attribute("name:nonlatin", name)
  for _, key in ipairs({ "name:en", "int_name" }) do
    local latin = object:Find(key)
    if latin ~= "" then
      object:Attribute("name:latin", latin)
      return
    end
  end
end

local function write_brunnel(way)
  local bridge, tunnel = way:Find("bridge"), way:Find("tunnel")
  if bridge ~= "" and bridge ~= "no" then way:Attribute("brunnel", "bridge")
  elseif (tunnel ~= "" and tunnel ~= "no") or way:Find("covered") == "yes" then
    way:Attribute("brunnel", "tunnel")
  elseif way:Find("ford") == "yes" then way:Attribute("brunnel", "ford") end
end

-- What is drawn later lies above: bridges, then layers, then the more important road.
local function write_order(way, importance)
  local layer = tonumber(way:Find("layer")) or 0
  local bridge, tunnel = way:Find("bridge"), way:Find("tunnel")
  local order = importance + 10 * math.max(-5, math.min(5, layer))
  if bridge ~= "" and bridge ~= "no" then order = order + 10 end
  if tunnel ~= "" and tunnel ~= "no" then order = order - 10 end
  way:ZOrder(order)
end

-- An area appears once it covers about eight pixels.
local function write_zoom_by_area(way, least)
  local area = way:Area()
  for zoom = least, 13 do
    if area > 8 * pixel(zoom) ^ 2 then
      way:MinZoom(zoom)
      return
    end
  end
  way:MinZoom(14)
end

-- MARK: points

local place_zoom = { continent = 0, country = 2, state = 4, province = 4, city = 5, town = 8,
  village = 10, suburb = 11, quarter = 12, hamlet = 12, island = 11, neighbourhood = 13,
  islet = 13, isolated_dwelling = 13, locality = 14, square = 14 }

-- Larger settlements first: 1 for ten millions, one more for each third of the people.
local function place_rank(class, population)
  if population < 1 then
    local default = { city = 7, town = 9, village = 12, suburb = 11 }
    return default[class] or 14
  end
  return math.max(1, math.min(16, 1 + math.floor(math.log(1e7 / population) / math.log(3))))
end

local function write_place(node, class)
  local zoom = place_zoom[class]
  if not zoom or not node:Holds("name") then return end
  local population = tonumber(node:Find("population")) or 0
  if class == "town" and population > 50000 then zoom = 7 end
  node:Layer("place", false)
  node:Attribute("class", class)
  node:MinZoom(zoom)
  node:AttributeNumeric("rank", place_rank(class, population))
  if node:Find("capital") ~= "" and node:Find("capital") ~= "no" then
    node:AttributeNumeric("capital", node:Find("capital") == "yes" and 2 or
      tonumber(node:Find("capital")) or 0)
  end
  write_name(node)
end

-- Class and rank of a point of interest by its tag; the rank orders labels, lower first.
local poi_tags = {
  { "railway", { station = { "railway", 1 }, halt = { "railway", 3 },
    tram_stop = { "railway", 30 }, subway_entrance = { "entrance", 40 } } },
  { "aeroway", { terminal = { "airport", 2 } } },
  { "amenity", { hospital = { "hospital", 4 }, university = { "college", 6 },
    college = { "college", 7 }, bus_station = { "bus", 5 }, ferry_terminal = { "ferry_terminal", 5 },
    school = { "school", 16 }, kindergarten = { "school", 24 }, library = { "library", 14 },
    townhall = { "town_hall", 8 }, courthouse = { "town_hall", 16 }, police = { "police", 18 },
    fire_station = { "fire_station", 20 }, post_office = { "post", 20 }, theatre = { "theatre", 12 },
    cinema = { "cinema", 14 }, place_of_worship = { "place_of_worship", 18 },
    pharmacy = { "pharmacy", 24 }, bank = { "bank", 26 }, fuel = { "fuel", 24 },
    parking = { "parking", 34 }, cafe = { "cafe", 22 }, restaurant = { "restaurant", 23 },
    fast_food = { "fast_food", 26 }, bar = { "bar", 25 }, pub = { "beer", 24 },
    biergarten = { "beer", 23 }, ice_cream = { "ice_cream", 26 }, marketplace = { "grocery", 20 },
    grave_yard = { "cemetery", 22 }, arts_centre = { "art_gallery", 20 },
    community_centre = { "town_hall", 26 }, embassy = { "embassy", 28 } } },
  { "tourism", { museum = { "museum", 9 }, attraction = { "attraction", 12 },
    zoo = { "zoo", 8 }, theme_park = { "attraction", 8 }, aquarium = { "aquarium", 10 },
    gallery = { "art_gallery", 18 }, viewpoint = { "attraction", 20 },
    hotel = { "lodging", 24 }, hostel = { "lodging", 26 }, guest_house = { "lodging", 28 },
    motel = { "lodging", 26 }, camp_site = { "campsite", 18 } } },
  { "historic", { castle = { "castle", 10 }, monument = { "monument", 14 },
    ruins = { "castle", 22 } } },
  { "leisure", { stadium = { "stadium", 8 }, park = { "park", 12 }, garden = { "park", 20 },
    marina = { "harbor", 18 }, golf_course = { "golf", 16 }, sports_centre = { "stadium", 20 },
    playground = { "playground", 34 }, water_park = { "swimming", 18 } } },
  { "shop", { supermarket = { "grocery", 22 }, mall = { "shop", 12 },
    department_store = { "shop", 14 }, bakery = { "bakery", 25 }, books = { "library", 28 },
    coffee = { "cafe", 26 } } },
  { "landuse", { cemetery = { "cemetery", 20 } } },
  { "highway", { bus_stop = { "bus", 50 } } },
}

-- Class, subclass and rank; `nil` for what is no point of interest.
local function poi(object)
  for _, entry in ipairs(poi_tags) do
    local value = object:Find(entry[1])
    if value ~= "" and value ~= "no" then
      local known = entry[2][value]
      if known then return known[1], value, known[2] end
      if entry[1] == "shop" then return "shop", value, 30 end
    end
  end
end

local function write_poi(object, is_area)
  local class, subclass, rank = poi(object)
  if not class or not object:Holds("name") then return end
  if is_area then object:LayerAsCentroid("poi") else object:Layer("poi", false) end
  object:Attribute("class", class)
  object:Attribute("subclass", subclass)
  object:AttributeNumeric("rank", rank)
  object:MinZoom(rank <= 3 and 12 or rank <= 12 and 13 or 14)
  write_name(object)
end

local function write_aerodrome(object)
  write_name(object)
  local codes = { "iata", "icao" }
  for _, code in ipairs(codes) do
    if object:Holds(code) then object:Attribute(code, object:Find(code)) end
  end
  object:Attribute("class", object:Holds("iata") and "international" or "other")
end

function node_function(node)
  if node:Holds("addr:housenumber") then
    node:Layer("housenumber", false)
    node:Attribute("housenumber", node:Find("addr:housenumber"))
  end
  if node:Holds("place") then write_place(node, node:Find("place")) end
  if node:Find("aeroway") == "aerodrome" then
    node:Layer("aerodrome_label", false)
    write_aerodrome(node)
  end
  local natural = node:Find("natural")
  if (natural == "peak" or natural == "volcano") and node:Holds("name") then
    node:Layer("mountain_peak", false)
    node:Attribute("class", natural)
    node:AttributeNumeric("rank", 1)
    local elevation = tonumber(node:Find("ele"))
    if elevation then node:AttributeNumeric("ele", elevation) end
    write_name(node)
  elseif natural == "bay" and node:Holds("name") then
    node:Layer("water_name", false)
    node:Attribute("class", "bay")
    write_name(node)
  end
  write_poi(node, false)
end

-- MARK: roads and rails

-- Class, least zoom of the line, least zoom of the name, importance in the drawing order.
local roads = {
  motorway = { "motorway", 4, 8, 9 }, trunk = { "trunk", 5, 8, 8 },
  primary = { "primary", 7, 10, 7 }, secondary = { "secondary", 9, 11, 6 },
  tertiary = { "tertiary", 11, 12, 5 }, unclassified = { "minor", 12, 13, 4 },
  residential = { "minor", 12, 13, 4 }, living_street = { "minor", 12, 13, 4 },
  road = { "minor", 12, 13, 4 }, busway = { "busway", 12, 13, 3 },
  raceway = { "raceway", 12, 13, 3 }, service = { "service", 13, 14, 3 },
  track = { "track", 13, 14, 2 }, pedestrian = { "path", 13, 14, 3 },
  footway = { "path", 14, 14, 1 }, path = { "path", 14, 14, 1 },
  cycleway = { "path", 14, 14, 1 }, bridleway = { "path", 14, 14, 1 },
  steps = { "path", 14, 14, 1 }, corridor = { "path", 14, 14, 1 },
}
local with_subclass = set("path")
local rails = {
  rail = { "rail", 9 }, narrow_gauge = { "rail", 10 }, preserved = { "rail", 11 },
  funicular = { "rail", 12 }, light_rail = { "transit", 11 }, subway = { "transit", 12 },
  tram = { "transit", 13 }, monorail = { "transit", 12 },
}

local function write_road_name(way, class, highway, zoom)
  local ref = way:Find("ref")
  if not way:Holds("name") and ref == "" then return end
  way:Layer("transportation_name", false)
  way:MinZoom(zoom)
  way:Attribute("class", class)
  if with_subclass[class] then way:Attribute("subclass", highway) end
  write_name(way)
  if ref ~= "" then
    way:Attribute("ref", ref)
    way:AttributeNumeric("ref_length", ref:len())
    way:Attribute("network", "road")
  end
end

local function write_road(way, highway)
  local base = highway:gsub("_link$", "")
  local road = roads[base]
  if highway == "construction" then
    local kind = roads[way:Find("construction")]
    local class = (kind and kind[1] or "minor") .. "_construction"
    road = { class, 13, 14, 1 }
  end
  if not road then return end
  local is_area = way:Find("area") == "yes" and way:IsClosed()
  local class, zoom = road[1], road[2]
  way:Layer("transportation", is_area)
  if base ~= highway then
    zoom = math.max(zoom, 11)
    way:AttributeNumeric("ramp", 1)
  end
  way:MinZoom(zoom)
  way:Attribute("class", class)
  if with_subclass[class] then way:Attribute("subclass", highway) end
  write_order(way, road[4])
  write_brunnel(way)
  if way:Holds("service") then way:Attribute("service", way:Find("service")) end
  local oneway = way:Find("oneway")
  if oneway == "yes" or oneway == "1" or oneway == "true" then way:AttributeNumeric("oneway", 1)
  elseif oneway == "-1" or oneway == "reverse" then way:AttributeNumeric("oneway", -1) end
  local access = way:Find("access")
  if access == "private" or access == "no" then way:Attribute("access", "no") end
  write_road_name(way, class, highway, math.max(zoom, road[3]))
end

local function write_rail(way, railway)
  local rail = rails[railway]
  if not rail then return end
  way:Layer("transportation", false)
  way:Attribute("class", rail[1])
  way:Attribute("subclass", railway)
  way:MinZoom(way:Holds("service") and math.max(13, rail[2]) or rail[2])
  if way:Holds("service") then way:Attribute("service", way:Find("service")) end
  write_order(way, 3)
  write_brunnel(way)
end

-- MARK: areas

local landcover = {
  wood = "wood", forest = "wood", scrub = "grass", heath = "grass", grassland = "grass",
  grass = "grass", meadow = "grass", village_green = "grass", recreation_ground = "grass",
  allotments = "grass", flowerbed = "grass", fell = "grass", wetland = "wetland", beach = "sand",
  sand = "sand", dune = "sand", shoal = "sand", farmland = "farmland", orchard = "farmland",
  vineyard = "farmland", plant_nursery = "farmland", glacier = "ice", bare_rock = "rock",
  scree = "rock", park = "grass", garden = "grass", golf_course = "grass",
}
local landuse = set("residential", "commercial", "industrial", "retail", "railway", "cemetery",
  "military", "quarry", "school", "university", "college", "kindergarten", "library", "hospital",
  "stadium", "pitch", "playground", "track", "theme_park", "zoo", "bus_station")
local waterways = set("river", "canal", "stream", "drain", "ditch")

local function write_waterway(way, waterway)
  way:Layer("waterway", false)
  way:Attribute("class", waterway)
  way:AttributeNumeric("intermittent", way:Find("intermittent") == "yes" and 1 or 0)
  way:MinZoom(waterway == "river" and 8 or waterway == "canal" and 11 or 13)
  write_brunnel(way)
  write_name(way)
end

-- The class of an area of water; `nil` for dry land.
local function water_class(way)
  local natural, waterway, amenity = way:Find("natural"), way:Find("waterway"), way:Find("amenity")
  if natural == "sea" then return "ocean" end  -- written by the builder from the coastline
  if natural == "water" then
    local water = way:Find("water")
    if water == "river" or water == "canal" then return "river" end
    return (water == "pond" or water == "basin") and "pond" or "lake"
  end
  if waterway == "riverbank" or waterway == "dock" then return "river" end
  local use = way:Find("landuse")
  if use == "reservoir" or use == "basin" then return "lake" end
  if way:Find("leisure") == "swimming_pool" then return "swimming_pool" end
  if amenity == "fountain" then return "pond" end
end

local function write_water(way, class)
  if way:Find("covered") == "yes" or way:Find("location") == "underground" then return end
  way:Layer("water", true)
  way:Attribute("class", class)
  way:AttributeNumeric("intermittent", way:Find("intermittent") == "yes" and 1 or 0)
  if class == "ocean" then way:MinZoom(0) else write_zoom_by_area(way, 4) end
  if class ~= "ocean" and way:Holds("name") then
    way:LayerAsCentroid("water_name")
    way:Attribute("class", class)
    write_zoom_by_area(way, 9)
    write_name(way)
  end
end

local function write_building(way)
  way:Layer("building", true)
  local height = tonumber(way:Find("height"))
  local levels = tonumber(way:Find("building:levels"))
  way:AttributeNumeric("render_height", height or (levels and levels * 3.66) or 5)
  way:AttributeNumeric("render_min_height", tonumber(way:Find("min_height")) or 0)
  write_zoom_by_area(way, 13)
end

local function write_cover(way)
  local natural, use, leisure = way:Find("natural"), way:Find("landuse"), way:Find("leisure")
  if way:Find("boundary") == "national_park" or leisure == "nature_reserve" then
    way:Layer("park", true)
    way:Attribute("class", leisure == "nature_reserve" and leisure or "national_park")
    write_zoom_by_area(way, 7)
    write_name(way)
  end
  local kinds = { use, natural, leisure, way:Find("amenity"), way:Find("tourism") }
  for _, kind in ipairs(kinds) do
    if landcover[kind] then
      way:Layer("landcover", true)
      way:Attribute("class", landcover[kind])
      way:Attribute("subclass", kind)
      write_zoom_by_area(way, 7)
      return
    elseif landuse[kind] then
      way:Layer("landuse", true)
      way:Attribute("class", kind)
      write_zoom_by_area(way, 7)
      return
    end
  end
end

local function write_boundary(way)
  local level = tonumber(way:Find("admin_level")) or 11
  while true do
    if not way:NextRelation() then break end
    level = math.min(level, tonumber(way:FindInRelation("admin_level")) or 11)
  end
  if level > 8 or way:Find("maritime") == "yes" or way:Find("natural") == "coastline" then
    return
  end
  way:Layer("boundary", false)
  way:AttributeNumeric("admin_level", level)
  way:AttributeNumeric("disputed", way:Find("disputed") == "yes" and 1 or 0)
  way:AttributeNumeric("maritime", 0)
  way:MinZoom(level <= 2 and 2 or level <= 4 and 4 or level <= 6 and 8 or 11)
end

function relation_scan_function(relation)
  if relation:Find("type") == "boundary" and relation:Find("boundary") == "administrative" then
    relation:Accept()
  end
end

local function write_area(way)
  local class = water_class(way)
  if class then
    write_water(way, class)
    return
  end
  write_cover(way)
  local building = way:Find("building")
  if building ~= "" and building ~= "no" then write_building(way) end
  if way:Holds("addr:housenumber") then
    way:LayerAsCentroid("housenumber")
    way:Attribute("housenumber", way:Find("addr:housenumber"))
  end
  if way:Holds("place") and way:Find("place") == "island" and way:Holds("name") then
    way:LayerAsCentroid("place")
    way:Attribute("class", "island")
    write_zoom_by_area(way, 9)
    write_name(way)
  end
  write_poi(way, true)
end

local aeroways = set("runway", "taxiway", "apron", "aerodrome", "helipad")

function way_function(way)
  local closed = way:IsClosed()
  local highway, railway, waterway = way:Find("highway"), way:Find("railway"), way:Find("waterway")
  if highway ~= "" then write_road(way, highway) end
  if railway ~= "" then write_rail(way, railway) end
  if way:Find("route") == "ferry" then
    way:Layer("transportation", false)
    way:Attribute("class", "ferry")
    way:MinZoom(10)
    write_road_name(way, "ferry", "ferry", 13)
  end
  if way:Find("man_made") == "pier" then
    way:Layer("transportation", closed)
    way:Attribute("class", "pier")
    way:MinZoom(13)
  end
  if waterways[waterway] and not (closed and way:Find("area") == "yes") then
    write_waterway(way, waterway)
  end
  local aeroway = way:Find("aeroway")
  if aeroways[aeroway] then
    way:Layer("aeroway", closed)
    way:Attribute("class", aeroway)
    if aeroway == "aerodrome" and way:Holds("name") then
      way:LayerAsCentroid("aerodrome_label")
      write_aerodrome(way)
    end
  end
  write_boundary(way)
  if closed and highway == "" then write_area(way) end
end
