#include "render/shaders.h"

namespace saker {

const char* const kMeshVertex = R"(
layout(std140) uniform Uniforms {
  vec4 view_projection[4];
  vec4 eye;
  vec4 light;
  vec4 base_color;
  vec4 options;
  ivec4 morph;
};
uniform sampler2D palettes;
uniform sampler2D displacements;

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 texture_coordinate;
layout(location = 3) in vec4 color;
#if INFLUENCES > 0
layout(location = 4) in uvec4 joints;
layout(location = 5) in vec4 weights;
#endif
#if INFLUENCES > 4
layout(location = 6) in uvec4 more_joints;
layout(location = 7) in vec4 more_weights;
#endif
layout(location = 8) in uvec2 first;  // matrix of the palette, matrix where morph weights lie
layout(location = 9) in vec4 tint;
layout(location = 10) in vec4 world_x;
layout(location = 11) in vec4 world_y;
layout(location = 12) in vec4 world_z;

out vec3 at;
out vec3 outward;
out vec2 coordinate;
out vec4 shade;

vec4 palette_row(uint matrix, int row) {
  return texelFetch(palettes, ivec2(int(matrix & 511u) * 3 + row, int(matrix >> 9u)), 0);
}

float morph_weight(int target) {
  int texel = int(first.y) * 3 + (target >> 2);
  return texelFetch(palettes, ivec2(texel % 1536, texel / 1536), 0)[target & 3];
}

vec3 displacement(int texel) {
  return texelFetch(displacements, ivec2(texel & 2047, texel >> 11), 0).xyz;
}

void displace(inout vec3 p, inout vec3 n) {
  int texel = morph.x + gl_VertexID * morph.w;
  for (int target = 0; target < morph.y; ++target, texel += morph.z) {
    float weight = morph_weight(target);
    if (weight == 0.0) continue;
    p += weight * displacement(texel);
    if (morph.w > 1) n += weight * displacement(texel + 1);
  }
}

void add_joint(uint joint, float weight, inout vec4 x, inout vec4 y, inout vec4 z) {
  uint matrix = first.x + joint;
  x += weight * palette_row(matrix, 0);
  y += weight * palette_row(matrix, 1);
  z += weight * palette_row(matrix, 2);
}

vec4 row_product(vec4 row, vec4 x, vec4 y, vec4 z) {
  return row.x * x + row.y * y + row.z * z + vec4(0.0, 0.0, 0.0, row.w);
}

void main() {
  vec3 p = position;
  vec3 n = normal;
  displace(p, n);

  vec4 x = vec4(0.0), y = vec4(0.0), z = vec4(0.0);
#if INFLUENCES == 0
  add_joint(0u, 1.0, x, y, z);
#else
  for (int i = 0; i < 4; ++i) add_joint(joints[i], weights[i], x, y, z);
#if INFLUENCES > 4
  for (int i = 0; i < 4; ++i) {
    if (more_weights[i] > 0.0) add_joint(more_joints[i], more_weights[i], x, y, z);
  }
#endif
#endif

  vec4 to_world_x = row_product(world_x, x, y, z);
  vec4 to_world_y = row_product(world_y, x, y, z);
  vec4 to_world_z = row_product(world_z, x, y, z);
  at = vec3(dot(to_world_x, vec4(p, 1.0)), dot(to_world_y, vec4(p, 1.0)),
            dot(to_world_z, vec4(p, 1.0)));
  // Normals go with the cofactors, which is right for uneven scale too, and turn with a mirror.
  vec3 cofactor_x = cross(to_world_y.xyz, to_world_z.xyz);
  vec3 cofactor_y = cross(to_world_z.xyz, to_world_x.xyz);
  vec3 cofactor_z = cross(to_world_x.xyz, to_world_y.xyz);
  outward = vec3(dot(cofactor_x, n), dot(cofactor_y, n), dot(cofactor_z, n));
  float length_squared = dot(outward, outward);
  if (length_squared > 0.0) outward *= inversesqrt(length_squared);
  if (dot(to_world_x.xyz, cofactor_x) < 0.0) outward = -outward;

  coordinate = texture_coordinate;
  shade = color * tint * base_color;
  gl_Position = vec4(dot(view_projection[0], vec4(at, 1.0)), dot(view_projection[1], vec4(at, 1.0)),
                     dot(view_projection[2], vec4(at, 1.0)), dot(view_projection[3], vec4(at, 1.0)));
#if PURPOSE == 2
  gl_Position.z -= 0.0004 * gl_Position.w;
#endif
#if PURPOSE == 1
  gl_PointSize = 2.0;
#else
  gl_PointSize = options.w;
#endif
}
)";

const char* const kMeshFragment = R"(
layout(std140) uniform Uniforms {
  vec4 view_projection[4];
  vec4 eye;
  vec4 light;
  vec4 base_color;
  vec4 options;
  ivec4 morph;
};
uniform sampler2D image;

in vec3 at;
in vec3 outward;
in vec2 coordinate;
in vec4 shade;
out vec4 result;

vec3 surface_normal() {
  if (options.z > 0.5) return normalize(cross(dFdx(at), dFdy(at)));
  vec3 n = normalize(outward);
  return gl_FrontFacing ? n : -n;
}

// A warm key light from above, light from the sky and the ground around, a little light from where
// the eye is so that no side is flat, and a soft bright edge.
vec3 lit(vec3 albedo, vec3 n) {
  vec3 to_eye = normalize(eye.xyz - at * eye.w);
  // A smoothed normal may lean away from the eye on a surface that is seen: no bright edge there.
  float facing = abs(dot(n, to_eye));
  float key = max((dot(n, light.xyz) + 0.1) / 1.1, 0.0);
  vec3 around = mix(vec3(0.19, 0.17, 0.16), vec3(0.38, 0.41, 0.46), n.y * 0.5 + 0.5);
  vec3 half_way = normalize(to_eye + light.xyz);
  float gloss = pow(max(dot(n, half_way), 0.0), 24.0) * 0.06;
  float edge = pow(1.0 - facing, 4.0) * (0.5 + 0.5 * n.y) * 0.22;
  vec3 received = around + key * vec3(0.80, 0.75, 0.68) + facing * vec3(0.13, 0.13, 0.14);
  return albedo * received + gloss + edge * vec3(0.9, 0.95, 1.0);
}

void main() {
#if PURPOSE == 2
  result = vec4(shade.rgb * shade.a, shade.a);
#else
  vec4 albedo = shade * texture(image, coordinate);
#if MASK
  if (albedo.a < options.x) discard;
#endif
  float alpha = options.x < 0.0 ? albedo.a : 1.0;
#if PURPOSE == 1
  // What is high above the ground takes less light from it, and what is below none.
  float height = at.y - light.w;
  float contact = exp(-max(height, 0.0) / (0.12 * options.w));
  float above = step(-0.05 * options.w, height);
  result = vec4(alpha, alpha * contact, 0.0, 1.0) * above;
#else
  vec3 seen = options.y > 0.5 ? albedo.rgb : lit(albedo.rgb, surface_normal());
  result = vec4(clamp(seen, 0.0, 1.0) * alpha, alpha);
#endif
#endif
}
)";

const char* const kScreenVertex = R"(
out vec2 coordinate;
void main() {
  coordinate = vec2(gl_VertexID == 1 ? 2.0 : 0.0, gl_VertexID == 2 ? 2.0 : 0.0);
  gl_Position = vec4(coordinate * 2.0 - 1.0, 0.0, 1.0);
}
)";

const char* const kBlurFragment = R"(
layout(std140) uniform Uniforms { vec4 step_and_radii; };
uniform sampler2D image;
in vec2 coordinate;
out vec4 result;

// A Gaussian at every half of its standard deviation, whose sum is 1.
const float weights[7] = float[7](0.19968, 0.17622, 0.12112, 0.06483, 0.02702, 0.00877, 0.00222);

void main() {
  vec2 sum = vec2(0.0);
  for (int i = -6; i <= 6; ++i) {
    vec2 along = step_and_radii.xy * (float(i) * 0.5);
    vec2 wide = coordinate + along * step_and_radii.z;
    vec2 narrow = coordinate + along * step_and_radii.w;
    sum += weights[abs(i)] * vec2(texture(image, wide).r, texture(image, narrow).g);
  }
  result = vec4(sum, 0.0, 1.0);
}
)";

const char* const kGroundVertex = R"(
layout(std140) uniform Uniforms {
  vec4 view_projection[4];
  vec4 center;
  vec4 shadow_area;
  vec4 options;
};
out vec2 ground;
void main() {
  int corner = gl_VertexID < 3 ? gl_VertexID : gl_VertexID - 2;
  ground = (vec2(corner & 1, corner >> 1) * 2.0 - 1.0) * center.w;
  vec4 at = vec4(center.x + ground.x, center.y, center.z + ground.y, 1.0);
  gl_Position = vec4(dot(view_projection[0], at), dot(view_projection[1], at),
                     dot(view_projection[2], at), dot(view_projection[3], at));
}
)";

const char* const kGroundFragment = R"(
layout(std140) uniform Uniforms {
  vec4 view_projection[4];
  vec4 center;
  vec4 shadow_area;
  vec4 options;
};
uniform sampler2D shadows;
in vec2 ground;
out vec4 result;

// How much of this pixel lines one pixel wide cover, fading where they would lie too densely.
float lines(vec2 place) {
  vec2 pixel = max(fwidth(place), vec2(1e-6));
  vec2 away = abs(fract(place - 0.5) - 0.5) / pixel;
  vec2 covered = clamp(1.2 - away, 0.0, 1.0) * (1.0 - smoothstep(0.15, 0.5, pixel));
  return max(covered.x, covered.y);
}

void main() {
  float away = length(ground) / center.w;
  float fade = 1.0 - smoothstep(0.15, 1.0, away);
  vec2 place = (center.xz + ground) / options.z;
  float coarse = lines(place);
  float fine = lines(place * 10.0) * options.w;
  float grid = max(coarse * 0.30, fine * 0.16) * fade * fade * options.y;

  vec2 in_shadow = (ground - shadow_area.xy) * shadow_area.zw;
  vec2 inside = step(abs(in_shadow), vec2(1.0));
  vec2 dark = texture(shadows, in_shadow * 0.5 + 0.5).rg * inside.x * inside.y;
  float shadow = 1.0 - (1.0 - 0.42 * dark.x) * (1.0 - 0.45 * dark.y);
  result = vec4(0.0, 0.0, 0.0, 1.0 - (1.0 - grid) * (1.0 - shadow * options.x));
}
)";

const char* const kLineVertex = R"(
layout(std140) uniform Uniforms {
  vec4 view_projection[4];
  vec4 viewport;
};
layout(location = 0) in vec3 from;
layout(location = 1) in vec3 to;
layout(location = 2) in vec4 color;
layout(location = 3) in float width;
out vec4 shade;
out float side;

vec4 project(vec3 p) {
  vec4 at = vec4(p, 1.0);
  return vec4(dot(view_projection[0], at), dot(view_projection[1], at),
              dot(view_projection[2], at), dot(view_projection[3], at));
}

void main() {
  vec4 a = project(from), b = project(to);
  // Parts behind the eye have no place on the screen.
  const float nearest = 1e-4;
  vec4 a_seen = a.w < nearest ? mix(a, b, clamp((nearest - a.w) / (b.w - a.w), 0.0, 1.0)) : a;
  vec4 b_seen = b.w < nearest ? mix(b, a, clamp((nearest - b.w) / (a.w - b.w), 0.0, 1.0)) : b;
  vec2 along = (b_seen.xy / b_seen.w - a_seen.xy / a_seen.w) * viewport.xy;
  float size = length(along);
  vec2 across = size > 0.0 ? vec2(-along.y, along.x) / size : vec2(0.0, 1.0);
  int corner = gl_VertexID < 3 ? gl_VertexID : gl_VertexID - 2;
  side = (corner & 1) == 0 ? -1.0 : 1.0;
  vec4 end = corner < 2 ? a_seen : b_seen;
  gl_Position = end;
  gl_Position.xy += across * (side * width / viewport.xy) * end.w;
  if (max(a.w, b.w) < nearest) gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
  shade = vec4(color.rgb * color.a, color.a);
}
)";

const char* const kLineFragment = R"(
in vec4 shade;
in float side;
out vec4 result;
void main() { result = shade; }
)";

const char* const kPresentFragment = R"(
layout(std140) uniform Uniforms {
  vec4 top;
  vec4 bottom;
  vec4 area;
};
uniform sampler2D image;
in vec2 coordinate;
out vec4 result;

vec3 encode(vec3 light) {
  vec3 curve = 1.055 * pow(max(light, vec3(0.0)), vec3(1.0 / 2.4)) - 0.055;
  return mix(curve, light * 12.92, step(light, vec3(0.0031308)));
}

// Evenly spread noise from 0 to 1 that looks like none, and is the same in every frame.
float noise(vec2 pixel) { return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715)))); }

void main() {
  vec2 pixel = floor(gl_FragCoord.xy - area.xy);
  vec4 light = texelFetch(image, ivec2(pixel), 0);
  if (area.w > 0.5) {
    vec3 codes = light.a > 0.0 ? encode(min(light.rgb / light.a, vec3(1.0))) : vec3(0.0);
    result = vec4(area.w > 1.5 ? codes : codes * light.a, light.a);
  } else {
    float height = (pixel.y + 0.5) / area.z;
    vec3 behind = mix(bottom.rgb, top.rgb, smoothstep(0.0, 1.0, height));
    vec3 codes = encode(light.rgb + behind * (1.0 - light.a));
    // Without noise a gradient of eight bits shows its steps.
    result = vec4(codes + (noise(pixel) - 0.5) / 255.0 * (1.0 - light.a), 1.0);
  }
}
)";

}  // namespace saker
