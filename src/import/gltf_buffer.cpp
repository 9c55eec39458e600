// Buffers and buffer views: where the bytes are.

#include "import/document.h"
#include "import/uri.h"

#include <algorithm>

namespace saker::gltf {
namespace {

constexpr uint64_t kVertexTarget = 34962, kIndexTarget = 34963;

void read_external(Document& document, const Cursor& json, const std::string& path, Buffer& out) {
  if (!document.read_file) {
    json.add(rules::kIoError, "uri",
             "the file \"" + path + "\" is needed, but only one file was given");
    return;
  }
  auto bytes = document.read_file(path);
  if (bytes) {
    out.owned = std::move(*bytes);
  } else {
    json.add(rules::kIoError, "uri", bytes.error().text());
  }
}

void read_uri(Document& document, const Cursor& json, Buffer& out) {
  if (document.is_glb)
    json.add(rules::kUriInGlb, "uri", "a .glb refers to bytes outside its chunk");
  Uri uri = parse_uri(json.string("uri"));
  switch (uri.kind) {
    case Uri::Kind::kData:
      if (document.is_glb)
        json.add(rules::kDataUriInGlb, "uri", "a .glb has bytes in a data: URI, which is wasteful");
      if (uri.media_type != "application/octet-stream" &&
          uri.media_type != "application/gltf-buffer")
        json.add(rules::kDataUriMimeType, "uri",
                 "the media type should be application/octet-stream, not '" + uri.media_type + "'");
      out.owned = std::move(uri.bytes);
      break;
    case Uri::Kind::kFile:
      read_external(document, json, uri.path, out);
      break;
    case Uri::Kind::kAbsolute:
      json.add(
          rules::kNonRelativeUri, "uri",
          "only files beside this one are read; put the buffer there and make the uri relative");
      break;
    case Uri::Kind::kOutside:
      json.add(rules::kInvalidUri, "uri",
               "this path leaves the folder of the file; put the buffer beside it");
      break;
    case Uri::Kind::kInvalid:
      json.add(rules::kInvalidUri, "uri", "this is not a valid URI");
      break;
  }
}

void check_length(const Document& document, const Cursor& json, const Buffer& buffer) {
  const uint64_t actual = buffer.bytes.size();
  if (actual < buffer.length) {
    json.add(rules::kBufferTooShort, "the buffer should have " + std::to_string(buffer.length) +
                                         " bytes, but has " + std::to_string(actual));
  } else if (buffer.bytes.data() == document.glb_bin.data() && actual - buffer.length > 3) {
    json.add(rules::kBufferGlbChunkTooBig,
             "the BIN chunk has " + std::to_string(actual - buffer.length) + " bytes too many");
  }
}

Buffer read_buffer(Document& document, const Cursor& json, bool first) {
  Buffer buffer;
  json.expect({"uri", "byteLength", "name"});
  json.require({"byteLength"});
  buffer.length = json.integer("byteLength", 0);
  if (json.has("byteLength") && buffer.length == 0)
    json.add(rules::kValueOdd, "byteLength", "a buffer has at least one byte");
  if (json.has("uri")) {
    const size_t refusals = document.report.refusals();
    read_uri(document, json, buffer);
    if (document.report.refusals() != refusals) return buffer;
    buffer.bytes = buffer.owned;
  } else if (document.is_glb && first) {
    if (!document.has_glb_bin) {
      json.add(rules::kBufferMissingGlbData, "this buffer is the BIN chunk, but there is none");
      return buffer;
    }
    buffer.bytes = document.glb_bin;
  } else {
    return buffer;  // a placeholder: an error only when something reads it
  }
  if (!document.hold(buffer.owned.size(), json.path())) buffer.bytes = {};
  check_length(document, json, buffer);
  buffer.bytes = buffer.bytes.first(size_t(std::min<uint64_t>(buffer.bytes.size(), buffer.length)));
  return buffer;
}

void check_stride(const Cursor& json, const BufferView& view) {
  if (!json.has("byteStride")) return;
  if (view.stride < 4 || view.stride > 252) {
    json.add(rules::kValueOdd, "byteStride", "a stride lies within 4 and 252");
  } else if (view.stride % 4 != 0) {
    json.add(rules::kValueMultipleOf, "byteStride", "a stride is a multiple of 4");
  }
  if (view.stride > view.length)
    json.add(rules::kViewStrideTooBig, "byteStride", "the stride exceeds the view's length");
  if (view.target == kIndexTarget)
    json.add(rules::kViewStride, "byteStride", "only views of vertices have a stride");
}

BufferView read_view(Document& document, const Cursor& json) {
  json.expect({"buffer", "byteOffset", "byteLength", "byteStride", "target", "name"});
  json.require({"byteLength", "buffer"});
  BufferView view;
  view.buffer = json.index("buffer", document.buffers.size());
  view.offset = json.integer("byteOffset", 0);
  view.length = json.integer("byteLength", 0);
  view.stride = json.integer("byteStride", 0);
  view.target = json.integer("target", 0);
  if (json.has("byteLength") && view.length == 0)
    json.add(rules::kValueOdd, "byteLength", "a buffer view has at least one byte");
  if (view.target == kVertexTarget) view.usage = Usage::kVertices;
  if (view.target == kIndexTarget) view.usage = Usage::kIndices;
  if (view.target != 0 && view.usage == Usage::kNone)
    json.add(rules::kValueUnknown, "target", "a target is 34962 or 34963");
  view.compressed = bool(json.extension("EXT_meshopt_compression"));
  check_stride(json, view);
  if (view.buffer < 0) return view;

  const uint64_t available = document.buffers[size_t(view.buffer)].length;
  if (view.offset >= available || view.length > available - view.offset) {
    json.add(rules::kViewTooLong, view.offset >= available ? "byteOffset" : "byteLength",
             "the view ends at byte " + std::to_string(view.offset + view.length) +
                 ", but its buffer has " + std::to_string(available));
  } else {
    view.readable = true;
  }
  return view;
}

}  // namespace

void read_buffers(Document& document) {
  const Cursor list = document.array("buffers");
  for (size_t i = 0; i < list.size(); ++i)
    document.buffers.push_back(read_buffer(document, list.item(i), i == 0));
}

void read_buffer_views(Document& document) {
  const Cursor list = document.array("bufferViews");
  for (size_t i = 0; i < list.size(); ++i)
    document.views.push_back(read_view(document, list.item(i)));
}

std::span<const uint8_t> view_bytes(const Document& document, int view) {
  if (view < 0 || !document.views[size_t(view)].readable) return {};
  const BufferView& v = document.views[size_t(view)];
  const std::span<const uint8_t> bytes = document.buffers[size_t(v.buffer)].bytes;
  if (v.offset + v.length > bytes.size()) return {};  // a buffer without data
  return bytes.subspan(size_t(v.offset), size_t(v.length));
}

void use_view(Document& document, int accessor, Usage usage, const std::string& path) {
  const int index = document.accessors[size_t(accessor)].elements.view;
  if (index < 0) return;
  BufferView& view = document.views[size_t(index)];
  if (view.usage == Usage::kNone) view.usage = usage;
  if (view.usage != usage)
    document.report.add(rules::kViewTargetOverride, path,
                        "the buffer view already serves another purpose");
}

}  // namespace saker::gltf
