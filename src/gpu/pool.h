#pragma once
// Objects under ids that are never mistaken for one another, even after one was released.

#include <cstdint>
#include <utility>
#include <vector>

namespace saker {

// An id is a place in the low bits and the number of times it was used in the high ones; 0 is none.
template <class T>
class Pool {
 public:
  uint32_t insert(T value) {
    uint32_t place = 0;
    if (free_.empty()) {
      place = uint32_t(slots_.size());
      slots_.push_back({});
    } else {
      place = free_.back();
      free_.pop_back();
    }
    Slot& slot = slots_[place];
    slot.value = std::move(value);
    slot.used = true;
    return slot.uses << kPlaceBits | (place + 1);
  }

  // Null for an id that is not in use.
  T* find(uint32_t id) { return const_cast<T*>(std::as_const(*this).find(id)); }
  const T* find(uint32_t id) const {
    const uint32_t place = (id & kPlaceMask) - 1;
    if (place >= slots_.size()) return nullptr;
    const Slot& slot = slots_[place];
    return slot.used && slot.uses == id >> kPlaceBits ? &slot.value : nullptr;
  }

  void erase(uint32_t id) {
    if (!find(id)) return;
    const uint32_t place = (id & kPlaceMask) - 1;
    slots_[place].value = T{};
    slots_[place].used = false;
    slots_[place].uses = (slots_[place].uses + 1) & (~0u >> kPlaceBits);
    free_.push_back(place);
  }

  template <class Function>
  void for_each(Function function) {
    for (Slot& slot : slots_) {
      if (slot.used) function(slot.value);
    }
  }

 private:
  static constexpr uint32_t kPlaceBits = 20, kPlaceMask = (1u << kPlaceBits) - 1;

  struct Slot {
    T value{};
    uint32_t uses = 0;
    bool used = false;
  };
  std::vector<Slot> slots_;
  std::vector<uint32_t> free_;
};

}  // namespace saker
