// [[link]] and the inertial keys it shares with [payload].
#include <fmt/format.h>

#include <utility>

#include "tauforge/files/robot_toml_parts.h"

namespace tauforge::files {

namespace {

using robot::InertiaAbout;
using robot::InertialDescription;

// moments = [m, hx, hy, hz, xx, yy, zz, xy, yz, xz], about the frame's origin
void read_moments(TomlTable& table, const Located<std::vector<double>>& moments, InertialDescription& b) {
  const auto& v = moments.value;
  b.mass = {v[0], moments.at};
  b.centre = {{v[1], v[2], v[3]}, moments.at};
  b.centre_is_first_moment = true;
  b.inertia = {{v[4], v[5], v[6], v[7], v[8], v[9]}, moments.at};
  b.about = InertiaAbout::frame_origin;
  for (const char* key : {"mass", "centre", "first_moment", "inertia", "inertia_about", "mass_tolerance",
                          "centre_tolerance", "first_moment_tolerance", "inertia_tolerance"})
    table.refuse(key, "is already among its 'moments'", "give either the ten moments or the single values");
  if (const auto t = table.numbers("moments_tolerance", 10)) {
    const auto& s = t->value;
    b.mass_tolerance = s[0];
    b.centre_tolerance = robot::Vector{s[1], s[2], s[3]};
    b.inertia_tolerance = robot::Tensor{s[4], s[5], s[6], s[7], s[8], s[9]};
  }
}

void read_single_values(TomlTable& table, InertialDescription& b) {
  const Position at = table.at();
  b.mass = table.number("mass").value_or(Located<double>{0.0, at});
  const auto centre = table.vector("centre"), first_moment = table.vector("first_moment");
  b.centre_is_first_moment = table.has("first_moment");
  b.centre = centre ? *centre : first_moment ? *first_moment : Located<robot::Vector>{{}, at};
  if (b.centre_is_first_moment)
    table.refuse("centre", "is given next to 'first_moment'",
                 "give the centre of mass [m] or the first moment [kg m], not both");
  b.inertia = table.tensor("inertia").value_or(Located<robot::Tensor>{{}, at});
  if (const auto about = table.choice<InertiaAbout>("inertia_about", {{"centre_of_mass", InertiaAbout::centre_of_mass},
                                                                      {"frame_origin", InertiaAbout::frame_origin}}))
    b.about = *about;
  if (const auto t = table.number("mass_tolerance")) b.mass_tolerance = t->value;
  if (const auto t = table.vector("centre_tolerance")) b.centre_tolerance = t->value;
  if (const auto t = table.vector("first_moment_tolerance")) {
    if (!b.centre_is_first_moment)
      table.refuse("first_moment_tolerance", "has no 'first_moment'", "use centre_tolerance [m]");
    b.centre_tolerance = t->value;
  }
  if (b.centre_is_first_moment)
    table.refuse("centre_tolerance", "has no 'centre'", "use first_moment_tolerance [kg m]");
  if (const auto t = table.tensor("inertia_tolerance")) b.inertia_tolerance = t->value;
  table.refuse("moments_tolerance", "has no 'moments'", "use mass_tolerance, centre_tolerance, inertia_tolerance");
}

}  // namespace

std::optional<InertialDescription> read_inertial(TomlTable& table, robot::Meaning meaning) {
  bool any = false;
  for (const char* key : {"mass", "centre", "first_moment", "inertia", "moments"}) any = table.has(key) || any;
  InertialDescription b;
  const auto moments = table.numbers("moments", 10);
  if (moments)
    read_moments(table, *moments, b);
  else
    read_single_values(table, b);
  if (const auto rpy = table.angles("rpy")) b.rpy = *rpy;
  if (!any) return std::nullopt;
  if (meaning == robot::Meaning::physical && !table.has("mass") && !table.has("moments"))
    table.error(table.at(), "missing-key", fmt::format("{} has an inertia or centre but no 'mass'", table.owner()),
                "mass = ... [kg]; identified combinations without a mass need parameters = \"base\" at the top");
  return b;
}

robot::LinkDescription read_link(TomlTable& table, robot::Meaning meaning) {
  robot::LinkDescription link;
  link.name = table.required_text("name", "each link needs a name of its own: name = \"...\"");
  if (!link.name.value.empty()) table.call(fmt::format("link '{}'", link.name.value));
  link.where.at = table.at();
  link.inertial = read_inertial(table, meaning);
  link.acknowledged = read_acknowledgements(table);
  table.finish();
  return link;
}

}  // namespace tauforge::files
