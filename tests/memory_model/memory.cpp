#include "memory.h"

#include <algorithm>

#include "tauforge/diagnostic/require.h"

namespace tauforge::tests::memory_model {

namespace {

using diagnostic::require;

bool acquires(std::memory_order order) {
  return order == std::memory_order_acquire || order == std::memory_order_acq_rel;
}

bool releases(std::memory_order order) {
  return order == std::memory_order_release || order == std::memory_order_acq_rel;
}

}  // namespace

std::array<View, most_threads> Memory::first_views() {
  std::array<View, most_threads> views{};
  for (std::size_t t = 0; t < most_threads; ++t) views[t].clock[t] = 1;
  return views;
}

std::size_t Memory::new_location(std::uint64_t value) {
  require(locations_.size() < most_locations, "a handful of locations");
  locations_.push_back({{Store{value, {}, false}}, {0}});
  return locations_.size() - 1;
}

std::size_t Memory::position(std::size_t location, std::uint32_t store) const {
  const auto& order = locations_[location].order;
  return static_cast<std::size_t>(std::find(order.begin(), order.end(), store) - order.begin());
}

void Memory::join(View& view, const View& other) const {
  for (std::size_t t = 0; t < most_threads; ++t) view.clock[t] = std::max(view.clock[t], other.clock[t]);
  for (std::size_t l = 0; l < locations_.size(); ++l)
    if (position(l, other.store[l]) > position(l, view.store[l])) view.store[l] = other.store[l];
}

void Memory::tell(std::size_t from, std::size_t to) {
  join(views_[to], views_[from]);
  ++views_[from].clock[from];
}

std::uint64_t Memory::load(std::size_t thread, std::size_t location, std::memory_order order) {
  const Location& l = locations_[location];
  View& view = views_[thread];
  const std::size_t oldest = position(location, view.store[location]);
  const std::uint32_t number = l.order[oldest + choose_(l.order.size() - oldest)];  // (1)
  view.store[location] = number;
  if (acquires(order)) join(view, l.stores[number].carried);  // (5)
  ++view.clock[thread];
  return l.stores[number].value;
}

std::size_t Memory::free_place(std::size_t thread, std::size_t location) {
  const Location& l = locations_[location];
  std::vector<std::size_t> places;
  for (std::size_t p = position(location, views_[thread].store[location]); p < l.order.size(); ++p)
    if (p + 1 == l.order.size() || !l.stores[l.order[p + 1]].exchanged) places.push_back(p);
  return places[choose_(places.size())];
}

void Memory::insert(std::size_t thread, std::size_t location, std::size_t behind, Store store,
                    std::memory_order order) {
  Location& l = locations_[location];
  View& view = views_[thread];
  const auto number = static_cast<std::uint32_t>(l.stores.size());
  l.stores.push_back(store);
  l.order.insert(l.order.begin() + static_cast<std::ptrdiff_t>(behind) + 1, number);
  view.store[location] = number;
  View& carried = l.stores.back().carried;
  carried.store[location] = number;
  if (releases(order)) join(carried, view);  // (4)
  ++view.clock[thread];
}

void Memory::store(std::size_t thread, std::size_t location, std::uint64_t value, std::memory_order order) {
  insert(thread, location, free_place(thread, location), {value, {}, false}, order);
}

std::uint64_t Memory::exchange(std::size_t thread, std::size_t location, std::uint64_t value, std::memory_order order) {
  const std::size_t place = free_place(thread, location);
  const Store before = locations_[location].stores[locations_[location].order[place]];
  if (acquires(order)) join(views_[thread], before.carried);              // (5)
  insert(thread, location, place, {value, before.carried, true}, order);  // (3), (4)
  return before.value;
}

void Memory::meet(std::size_t thread, const std::array<std::uint32_t, most_threads>& others, const char* what) {
  for (std::size_t t = 0; t < most_threads; ++t)
    if (t != thread && others[t] > views_[thread].clock[t]) fail(what);  // (6)
}

void Memory::read(std::size_t thread, const void* place) {
  Accesses& a = plain_[place];
  meet(thread, a.written, "a race: read while it is written");
  a.read[thread] = views_[thread].clock[thread];
}

void Memory::write(std::size_t thread, const void* place) {
  Accesses& a = plain_[place];
  meet(thread, a.written, "a race: written by two");
  meet(thread, a.read, "a race: written while it is read");
  a.written[thread] = views_[thread].clock[thread];
}

}  // namespace tauforge::tests::memory_model
