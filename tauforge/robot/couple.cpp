#include "tauforge/robot/couple.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <string>

#include "tauforge/robot/reflect_drive.h"

namespace tauforge::robot {

namespace {

using diagnostic::error;
using diagnostic::Findings;
using diagnostic::note;
using diagnostic::warning;

class Coupler {
 public:
  Coupler(const Description& description, const std::vector<const JointDescription*>& moving, MimicPolicy mimic,
          Robot& robot, Findings& findings)
      : d_(description), moving_(moving), coupled_(mimic == MimicPolicy::coupled), robot_(robot), findings_(findings) {}

  void run() {
    robot_.parameters.q0.assign(moving_.size(), 0.0);
    if (d_.transmission) return couple_by_matrix(*d_.transmission);
    couple_mimics();
  }

 private:
  void couple_by_matrix(const TransmissionDescription& t) {
    const std::size_t n = moving_.size(), m = t.drives.size();
    const bool rows_fit = t.matrix.size() == n;
    bool columns_fit = true;
    for (const auto& row : t.matrix) columns_fit = columns_fit && row.size() == m;
    if (!rows_fit || !columns_fit || (!t.offset.empty() && t.offset.size() != n) ||
        (!t.drive.empty() && t.drive.size() != m) || (t.drive.empty() && m != n)) {
      findings_.push_back(error(
          t.at, "transmission-size", fmt::format("the transmission does not fit {} moving joints and {} drives", n, m),
          "one row per moving joint, one column per drive, one [[transmission.drive]] per drive"));
      return;
    }
    if (std::set<std::string>(t.drives.begin(), t.drives.end()).size() != m) {
      findings_.push_back(error(t.at, "drive-twice", "two drives of the transmission have the same name",
                                "each drive needs a name of its own"));
      return;
    }
    for (const auto& joint : d_.joints) report_ignored(joint, !t.drive.empty());
    robot_.tree.direct = false;
    // rows are in the order of the file; bodies in the order of the tree
    std::map<const JointDescription*, std::size_t> row_of;
    std::vector<const JointDescription*> joint_of;
    for (const auto& joint : d_.joints)
      if (joint.kind != JointKind::fixed) {
        row_of[&joint] = joint_of.size();
        joint_of.push_back(&joint);
      }
    for (std::size_t k = 0; k < m; ++k) add_drive(t.drives[k], t.drive.empty() ? joint_of[k]->drive : t.drive[k]);
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t r = row_of.at(moving_[i]);
      for (std::size_t k = 0; k < m; ++k) robot_.parameters.G.push_back(t.matrix[r][k]);
      if (!t.offset.empty()) robot_.parameters.q0[i] = t.offset[r];
    }
  }

  // A transmission says by itself which joints move together, and may have drives of its own.
  void report_ignored(const JointDescription& joint, bool other_drives) {
    const DriveDescription& drive = joint.drive;
    const auto ignored = [&](const char* what, const Position& at, const char* why) {
      findings_.push_back(warning(at.source ? at : joint.name.at, "key-without-effect",
                                  fmt::format("'{}' of joint '{}' has no effect", what, joint.name.value), why));
    };
    const char* const why = "the drives are those of the transmission: move it to its [[transmission.drive]]";
    if (other_drives) {
      if (drive.motor_inertia) ignored("motor_inertia", drive.where.at, why);
      if (drive.rotor_inertia) ignored("rotor_inertia", drive.motor_inertia ? joint.name.at : drive.where.at, why);
      if (drive.gear_ratio) ignored("gear_ratio", joint.name.at, why);
      if (drive.gain) ignored("drive_gain", joint.name.at, why);
      if (drive.friction != FrictionDescription{}) ignored("friction", drive.friction.where.at, why);
    }
    if (joint.mimic)
      ignored("mimic", joint.mimic->joint.at, "which joints move together is said by the transmission's matrix");
  }

  void couple_mimics() {
    std::map<std::string, std::size_t> body_of;
    for (std::size_t i = 0; i < moving_.size(); ++i) body_of[moving_[i]->name.value] = i;
    // each joint follows a chain of mimics to the one that drives it
    struct Follow {
      std::size_t leader;
      double factor, offset;
    };
    std::vector<Follow> follow;
    for (std::size_t i = 0; i < moving_.size(); ++i) {
      Follow f{i, 1.0, 0.0};
      std::size_t hops = 0;
      while (coupled_ && moving_[f.leader]->mimic) {
        const Mimic& mimic = *moving_[f.leader]->mimic;
        const auto found = body_of.find(mimic.joint.value);
        if (found == body_of.end() || ++hops > moving_.size()) {
          findings_.push_back(
              error(mimic.joint.at, found == body_of.end() ? "mimic-unknown" : "mimic-loop",
                    fmt::format("joint '{}' mimics '{}', which {}", moving_[f.leader]->name.value, mimic.joint.value,
                                found == body_of.end() ? "is not a moving joint" : "leads back to itself"),
                    "follow a joint that moves by itself, or leave out --mimic coupled"));
          return;
        }
        f = {found->second, f.factor * mimic.multiplier, f.offset + f.factor * mimic.offset};
      }
      follow.push_back(f);
    }
    std::map<std::size_t, std::size_t> column;
    for (std::size_t i = 0; i < moving_.size(); ++i) {
      if (follow[i].leader == i) {
        column[i] = column.size();
        add_drive(moving_[i]->name.value, moving_[i]->drive);
      }
      if (const auto& mimic = moving_[i]->mimic;
          mimic && !coupled_ && (!body_of.count(mimic->joint.value) || body_of.at(mimic->joint.value) == i))
        findings_.push_back(warning(mimic->joint.at, "mimic-unknown",
                                    fmt::format("joint '{}' mimics '{}', which is not another moving joint",
                                                moving_[i]->name.value, mimic->joint.value),
                                    "treated as a coordinate of its own; --mimic coupled would refuse it"));
      else if (moving_[i]->mimic)
        findings_.push_back(
            note(moving_[i]->mimic->joint.at, coupled_ ? "mimic-coupled" : "mimic-independent",
                 fmt::format("joint '{}' mimics '{}': {}", moving_[i]->name.value, moving_[i]->mimic->joint.value,
                             coupled_ ? "coupled by the transmission matrix" : "treated as a coordinate of its own"),
                 coupled_ ? "" : "--mimic coupled follows it"));
    }
    for (std::size_t i = 0; i < moving_.size(); ++i)  // after all leaders: a leader may come later in the tree
      if (const auto [leader, factor, offset] = follow[i]; leader != i)
        add_follower(*moving_[i], factor, moving_[leader]->name.value, column.at(leader));
    robot_.tree.direct = column.size() == moving_.size();
    for (std::size_t i = 0; i < moving_.size(); ++i) {
      for (std::size_t k = 0; k < column.size(); ++k)
        robot_.parameters.G.push_back(column.at(follow[i].leader) == k ? follow[i].factor : 0.0);
      robot_.parameters.q0[i] = follow[i].offset;
    }
  }

  void add_drive(const std::string& name, const DriveDescription& drive) {
    robot_.tree.friction.push_back(drive.friction.kind);
    robot_.tree.harmonics.push_back(static_cast<Index>(drive.friction.harmonics.size()));
    robot_.parameters.drive.push_back(drive_of(drive));
    robot_.tree.loaded_friction |= robot_.parameters.drive.back().growth || robot_.parameters.drive.back().memory;
    robot_.drives.push_back(name);
    robot_.drive_gain.push_back(drive.gain.value_or(1.0));
  }

  // The drive of a joint that follows is moved by its leader.
  void add_follower(const JointDescription& follower, double factor, const std::string& leader, std::size_t drive) {
    const DriveOnOneSide own{follower.drive.friction.kind, drive_of(follower.drive)};
    DriveOnOneSide sum{robot_.tree.friction[drive], robot_.parameters.drive[drive]};
    const bool exact = add_reflected(own, factor, sum);
    robot_.tree.friction[drive] = sum.kind;
    robot_.parameters.drive[drive] = sum.drive;
    if (follower.drive.gain)
      findings_.push_back(warning(follower.name.at, "key-without-effect",
                                  fmt::format("'drive_gain' of joint '{}' has no effect", follower.name.value),
                                  fmt::format("it follows '{}', which has the drive", leader)));
    const Position& where = follower.drive.friction.where.at;
    if (!exact)
      findings_.push_back(
          warning(where.source ? where : follower.mimic->joint.at, "mimic-friction-merged",
                  fmt::format("friction of '{}' and of '{}', which it follows, differ in kind or in the speeds at "
                              "which they change: their sum is approximate",
                              follower.name.value, leader),
                  "the levels are added, with the kind and the speeds of the leader"));
  }

  const Description& d_;
  const std::vector<const JointDescription*>& moving_;
  const bool coupled_;
  Robot& robot_;
  Findings& findings_;
};

}  // namespace

void couple(const Description& description, const std::vector<const JointDescription*>& moving, MimicPolicy mimic,
            Robot& robot, Findings& findings) {
  Coupler(description, moving, mimic, robot, findings).run();
}

}  // namespace tauforge::robot
