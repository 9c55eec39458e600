#pragma once
// Renderer: draws characters. A model is an Asset on the device; a character is a model in a pose,
// somewhere in the world. All characters of a model are drawn together, whatever their poses.
//
//   auto renderer = Renderer::make(*device);
//   auto model = renderer->add(asset);
//   …every frame: sample(…), local_to_model(…, matrices)…
//   const Character character{.model = *model, .matrices = matrices};
//   renderer->draw(look(camera, width, height), {&character, 1});

#include <saker/asset.h>
#include <saker/camera.h>
#include <saker/device.h>
#include <saker/picture.h>

#include <memory>
#include <optional>
#include <span>

namespace saker {

using ModelHandle = Handle<class ModelKind>;

// A model in a pose. The spans are read during draw() and not kept.
struct Character {
  ModelHandle model = {};
  // Model-space matrices, one per joint of the skeleton, as local_to_model() writes them.
  std::span<const Affine> matrices = {};
  // The morph weights of all of the asset's instances, one after the other, each as many as its
  // Instance::weights; empty for the rest weights. sample_morph_weights() fills them from a clip.
  std::span<const float> weights = {};
  Affine world = {};
  // Linear; multiplies the colour. Alpha below 1 shows only on materials that blend.
  Vec4 tint{1, 1, 1, 1};
};

// A line of constant width on the screen, over everything.
struct Line {
  Vec3 from = {}, to = {};
  Vec4 color{1, 1, 1, 1};  // linear, alpha not premultiplied
  float width = 1.5f;      // pixels
};

// What is seen, and how.
struct View {
  Affine view = {};      // world to view space
  Mat4 projection = {};  // to clip space with z from -w to w
  int width = 0, height = 0;

  // Where draw() puts the picture in its destination: pixels from the lower left corner.
  int x = 0, y = 0;

  bool grid = true;
  bool shadow = true;  // soft, on the ground
  bool meshes = true;
  bool wireframe = false;  // edges over the meshes
  bool skeleton = false;   // bones over everything
  // No background and no grid; the picture's alpha is how much of it is covered, and its colours
  // are not premultiplied. In draw(): premultiplied, as a browser's canvas expects it.
  bool transparent = false;

  float ground = 0;     // metres: the height of grid and shadow
  float grid_step = 0;  // metres between lines; 0 chooses a power of ten for the distance
  Vec3 background_top{0.34f, 0.37f, 0.41f};  // linear
  Vec3 background_bottom{0.70f, 0.71f, 0.72f};
  std::span<const Line> lines = {};  // in world space
};

// The view of a camera in a picture of this size.
View look(const Camera& camera, int width, int height);

// Where to put View::ground under a model: at zero, or where it stands at rest when that is deeper.
float ground_under(const Asset& asset);

class Renderer {
 public:
  // The device must outlive the renderer. Fails when a shader does not compile or the device lacks
  // a feature.
  static Result<Renderer> make(Device& device);

  // Brings the visible instances of an asset to the device. The asset may go afterwards. A picture
  // that cannot be decoded is drawn white and told in `problems` (code IMAGE_UNREADABLE); what does
  // not fit the device's limits is an error.
  Result<ModelHandle> add(const Asset& asset, Diagnostics* problems = nullptr);

  // Frees a model. None, or one removed before, is ignored.
  void remove(ModelHandle model);

  // Draws into the framebuffer that is bound (the window), or into a target. Returns nothing when
  // it worked; an error names the character whose spans do not match its model, and then nothing
  // was drawn. The destination gets sRGB bytes, so it must not encode them again: its format is not
  // kRgba8Srgb, and GL_FRAMEBUFFER_SRGB does not matter. Allocates only while there is more to draw
  // than ever before, or the size changes.
  std::optional<Error> draw(const View& view, std::span<const Character> characters,
                            TargetHandle destination = {});

  // Draws and reads the picture back. Complexity: as draw(), and it waits for the device.
  Result<Picture> picture(const View& view, std::span<const Character> characters);

  Renderer(Renderer&&) noexcept;
  Renderer& operator=(Renderer&&) noexcept;
  ~Renderer();

 private:
  class Impl;
  explicit Renderer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace saker
