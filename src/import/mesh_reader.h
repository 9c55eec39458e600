#pragma once
// The parts that reading one primitive of a mesh is made of.

#include "import/document.h"

#include <string>
#include <vector>

namespace saker::gltf {

// One entry of "attributes" or of a morph target.
struct Attribute {
  std::string name;      // "TEXCOORD_1"
  std::string semantic;  // "TEXCOORD"; empty when the name is not one of glTF's
  int set = 0;           // 1
  int accessor = -1;
  std::string path;
};

using Attributes = std::vector<Attribute>;

const Attribute* find(const Attributes& attributes, std::string_view semantic, int set = 0);
size_t count_sets(const Attributes& attributes, std::string_view semantic);

// Reads the names and references of an attribute object and checks the accessors' formats.
Attributes read_attributes(Document& document, const Cursor& json, bool morph_target);

// The numbers of an attribute, none when it is null.
std::vector<float> read_plain(Document& document, const Attribute* attribute);
// The same, checked for what the semantic asks of them.
std::vector<float> read_attribute(Document& document, const Attribute* attribute);

// The indices of a primitive of `mode` as a list of points, lines or triangles.
void read_indices(Document& document, const Cursor& json, uint64_t mode, Primitive& primitive);

// Joints and weights, from all sets together. `joint_limit` is the number of joints of the smallest
// skin that the mesh is used with.
void read_influences(Document& document, const Attributes& attributes, size_t joint_limit,
                     Primitive& primitive);
// Per mesh: the number of joints of the smallest skin it is used with.
std::vector<size_t> joint_limits(const Document& document);

}  // namespace saker::gltf
