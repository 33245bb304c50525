#include "tauforge/native/loaded_model.h"

namespace tauforge::native {

LoadedModel::LoadedModel(const std::string& shared_object, const std::string& prefix)
    : library_(shared_object),
      model_(library_.symbol<const tauforge_model*>(prefix + "_model")),
      why_not_(library_.why_not()) {
  if (!library_.ok()) return;
  if (!model_) {
    why_not_ = "there is no model in it";
  } else if (model_->abi != TAUFORGE_MODEL_ABI) {
    model_ = nullptr;
    why_not_ = "it was made for another version of tauforge/model.h";
  }
}

}  // namespace tauforge::native
