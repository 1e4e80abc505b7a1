// Times RoutingKit's customizable contraction hierarchy on the junctions and streets of a
// router.PROFILE.network, with the router.roads beside it, without turns: what `quickbrew-bench
// router` is compared with.
//
//     g++ -O3 -std=c++17 -I RoutingKit/include routingkit_peer.cpp -o routingkit_peer
//         RoutingKit/lib/libroutingkit.a -lz -fopenmp -lpthread
//     ./routingkit_peer router.car.network

#include <routingkit/customizable_contraction_hierarchy.h>
#include <routingkit/nested_dissection.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <numeric>
#include <random>
#include <string>
#include <tuple>
#include <vector>

using namespace RoutingKit;

// The places of the columns in the file: NetworkSection and NetworkPart in Services/Router/Network.
enum Section {
  firstPoint = 3, pointCounts = 4, lengths = 5, segmentKinds = 6, courses = 9, firstTurn = 10,
  turnTargets = 11, degrees = 38
};
enum Part { numbers, far, blocks, values };

struct NetworkFile {
  std::vector<char> bytes;

  explicit NetworkFile(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(file), {});
  }

  template <class Element> std::vector<Element> column(Section section, Part part = numbers) const {
    uint64_t place[2];
    std::memcpy(place, bytes.data() + 32 + 64 * section + 16 * part, 16);
    std::vector<Element> column(place[1]);
    std::memcpy(column.data(), bytes.data() + place[0], place[1] * sizeof(Element));
    return column;
  }

  // Differences from the numbers of their block: one, or one for each of a row's columns.
  template <class Difference>
  std::vector<uint32_t> blockColumn(Section section, size_t size = 64, size_t width = 1) const {
    auto differences = column<Difference>(section);
    auto farNumbers = column<uint64_t>(section, far);
    auto ofBlock = column<uint32_t>(section, blocks);
    std::vector<uint32_t> numbers;
    for (auto difference : differences) {
      size_t row = numbers.size() / width, at = numbers.size() % width;
      numbers.push_back(ofBlock[row / size * width + at] + difference);
    }
    for (auto number : farNumbers) numbers[number >> 32] = uint32_t(number);
    return numbers;
  }

  // The distinct values, by numbers: the lowest bytes of all, then the next ones.
  template <class Value> std::vector<Value> distinctColumn(Section section, size_t count) const {
    auto distinct = column<Value>(section, values);
    auto bytes = column<uint8_t>(section);
    std::vector<Value> all;
    for (size_t index = 0; index < count; ++index) {
      size_t number = 0;
      for (size_t at = index, shift = 0; at < bytes.size(); at += count, shift += 8)
        number |= size_t(bytes[at]) << shift;
      all.push_back(distinct[number]);
    }
    return all;
  }
};

// Junctions: the ends of segments that turns join.
struct Streets {
  std::vector<unsigned> tail, head, milliseconds;
  std::vector<float> latitude, longitude;

  Streets(const NetworkFile &file, const NetworkFile &roads) {
    auto courseOfArc = file.blockColumn<int16_t>(courses);
    auto turnOfArc = file.blockColumn<uint8_t>(firstTurn);
    auto targets = file.column<int16_t>(turnTargets);
    auto farTargets = file.column<uint64_t>(turnTargets, far);
    auto centimeters = file.blockColumn<uint16_t>(lengths);
    auto kinds = file.distinctColumn<uint64_t>(segmentKinds, centimeters.size());
    auto pointOfSegment = file.blockColumn<int16_t>(firstPoint);
    auto countOfSegment = file.blockColumn<uint8_t>(pointCounts);
    auto places = roads.blockColumn<int16_t>(degrees, 16, 2);
    // By course: its start. The end of a course is the start of its other direction.
    std::vector<unsigned> node(2 * centimeters.size());
    std::iota(node.begin(), node.end(), 0u);
    auto root = [&](unsigned x) {
      while (node[x] != x) x = node[x] = node[node[x]];
      return x;
    };
    size_t nextFar = 0;
    for (size_t arc = 0; arc < courseOfArc.size(); ++arc)
      for (uint32_t turn = turnOfArc[arc]; turn < turnOfArc[arc + 1]; ++turn) {
        bool isFar = targets[turn] == INT16_MAX;
        size_t target = isFar ? uint32_t(farTargets[nextFar++]) : arc + targets[turn];
        node[root(courseOfArc[arc] ^ 1)] = root(courseOfArc[target]);
      }
    std::vector<unsigned> number(node.size(), invalid_id);
    for (unsigned course = 0; course < node.size(); ++course) {
      unsigned &known = number[root(course)];
      if (known != invalid_id) continue;
      known = latitude.size();
      uint32_t segment = course / 2;
      uint32_t point = pointOfSegment[segment];
      if (course % 2) point += countOfSegment[segment] - 1;
      latitude.push_back(int32_t(places[2 * point]) / 1e7f);
      longitude.push_back(int32_t(places[2 * point + 1]) / 1e7f);
    }
    std::vector<std::tuple<unsigned, unsigned, unsigned>> edges;
    for (uint32_t course = 0; course < node.size(); ++course) {
      unsigned from = number[root(course)], to = number[root(course ^ 1)];
      uint64_t pace = uint16_t(kinds[course / 2] >> (course % 2 ? 16 : 32));
      if (!pace || from == to) continue;
      edges.emplace_back(from, to, (centimeters[course / 2] * 1000ull + pace - 1) / pace);
    }
    std::sort(edges.begin(), edges.end());
    for (size_t i = 0; i < edges.size(); ++i) {
      auto [from, to, time] = edges[i];
      if (i && std::get<0>(edges[i - 1]) == from && std::get<1>(edges[i - 1]) == to) continue;
      tail.push_back(from), head.push_back(to), milliseconds.push_back(time);
    }
  }
};

static double microseconds() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

// "search: 8.0 µs, p99 14.3 µs", as quickbrew-bench router prints it.
template <class Body> void measure(const char *what, int times, Body body) {
  std::vector<double> found;
  for (int i = 0; i < times; ++i) {
    double start = microseconds();
    body(i);
    found.push_back(microseconds() - start);
  }
  std::sort(found.begin(), found.end());
  double high = found[(times - 1) * 99 / 100];
  std::printf("%s: %.1f µs, p99 %.1f µs\n", what, found[(times - 1) / 2], high);
}

int main(int, char **arguments) {
  std::string path(arguments[1]);
  Streets streets(
      NetworkFile(path), NetworkFile(path.substr(0, path.rfind('/') + 1) + "router.roads"));
  unsigned nodes = streets.latitude.size();
  auto order = compute_nested_node_dissection_order_using_inertial_flow(
      nodes, streets.tail, streets.head, streets.latitude, streets.longitude,
      [](const std::string &) {});
  CustomizableContractionHierarchy hierarchy(order, streets.tail, streets.head);
  std::printf(
      "%u junctions, %zu streets, %u edges\n", nodes, streets.tail.size(),
      hierarchy.cch_arc_count());
  CustomizableContractionHierarchyMetric metric(hierarchy, streets.milliseconds);
  measure("customize", 10, [&](int) { metric.customize(); });
  std::mt19937 random(1);
  std::vector<unsigned> places(2001);
  for (auto &place : places) place = random() % nodes;
  CustomizableContractionHierarchyQuery query(metric);
  uint64_t sum = 0;
  auto search = [&](int i) {
    query.reset().add_source(places[i]).add_target(places[i + 1]).run();
    sum += query.get_distance();
  };
  measure("search", 2000, search);
  measure("search and unpack", 2000, [&](int i) { search(i), sum += query.get_arc_path().size(); });
  std::vector<unsigned> many(places.begin(), places.begin() + 1000);
  measure("table 1×1000", 100, [&](int i) {
    query.reset().pin_targets(many).add_source(places[i]).run_to_pinned_targets();
    sum += query.get_distances_to_targets()[0];
  });
  CustomizableContractionHierarchyPartialCustomization partial(hierarchy);
  measure("slow one segment", 500, [&](int) {
    unsigned street = random() % streets.milliseconds.size();
    streets.milliseconds[street] *= 2;
    partial.reset().update_arc(street).customize(metric);
  });
  std::fprintf(stderr, "%llu\n", static_cast<unsigned long long>(sum));
}
