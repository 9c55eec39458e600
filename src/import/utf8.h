#pragma once
// Text in files is UTF-8, or should be.

#include <string>

namespace saker {

// Puts '?' in the place of every byte that is not UTF-8, so that positions stay the file's. Returns
// how many there were.
size_t replace_invalid_utf8(std::string& s);

}  // namespace saker
