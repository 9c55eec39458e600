// A context through EGL, which needs no display server: Mesa's surfaceless platform, or a device.

#include <saker/headless.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <cstring>
#include <dlfcn.h>

namespace saker {

struct HeadlessContext::State {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;

  ~State() {
    if (display == EGL_NO_DISPLAY) return;
    if (eglGetCurrentContext() == context)
      eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (context != EGL_NO_CONTEXT) eglDestroyContext(display, context);
    // The display stays initialised: EGL shares it between all who ask for it in the process.
  }
};

namespace {

const char* error_name(EGLint code) {
  switch (code) {
    case EGL_SUCCESS:
      return "no reason given";
    case EGL_NOT_INITIALIZED:
      return "EGL_NOT_INITIALIZED";
    case EGL_BAD_ACCESS:
      return "EGL_BAD_ACCESS";
    case EGL_BAD_ALLOC:
      return "EGL_BAD_ALLOC";
    case EGL_BAD_ATTRIBUTE:
      return "EGL_BAD_ATTRIBUTE";
    case EGL_BAD_CONFIG:
      return "EGL_BAD_CONFIG";
    case EGL_BAD_CONTEXT:
      return "EGL_BAD_CONTEXT";
    case EGL_BAD_DISPLAY:
      return "EGL_BAD_DISPLAY";
    case EGL_BAD_MATCH:
      return "EGL_BAD_MATCH";
    case EGL_BAD_PARAMETER:
      return "EGL_BAD_PARAMETER";
    default:
      return "an unknown EGL error";
  }
}

bool has_extension(const char* list, const char* name) {
  const size_t size = std::strlen(name);
  for (const char* at = list; at && (at = std::strstr(at, name)); at += size) {
    const bool starts = at == list || at[-1] == ' ';
    if (starts && (at[size] == ' ' || at[size] == '\0')) return true;
  }
  return false;
}

template <class Function>
Function load(const char* name) {
  return reinterpret_cast<Function>(eglGetProcAddress(name));
}

EGLDisplay surfaceless_display(PFNEGLGETPLATFORMDISPLAYEXTPROC get_display) {
  return get_display(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr);
}

EGLDisplay first_device_display(PFNEGLGETPLATFORMDISPLAYEXTPROC get_display) {
  const auto query = load<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
  EGLDeviceEXT device = nullptr;
  EGLint count = 0;
  if (!query || !query(1, &device, &count) || count < 1) return EGL_NO_DISPLAY;
  return get_display(EGL_PLATFORM_DEVICE_EXT, device, nullptr);
}

struct Platform {
  const char* name;
  const char* extension;
  EGLDisplay (*display)(PFNEGLGETPLATFORMDISPLAYEXTPROC);
};

constexpr Platform kPlatforms[] = {
    {"surfaceless", "EGL_MESA_platform_surfaceless", surfaceless_display},
    {"device", "EGL_EXT_platform_device", first_device_display},
};

struct Api {
  HeadlessApi api;
  const char* name;
  EGLenum bind;
  EGLint renderable;
  EGLint attributes[7];
  const char* libraries[2];  // one of them has the functions
};

constexpr Api kApis[] = {
    {HeadlessApi::kGl,
     "OpenGL 3.3",
     EGL_OPENGL_API,
     EGL_OPENGL_BIT,
     {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
      EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE},
     {"libOpenGL.so.0", "libGL.so.1"}},
    {HeadlessApi::kGles,
     "OpenGL ES 3.0",
     EGL_OPENGL_ES_API,
     EGL_OPENGL_ES3_BIT,
     {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 0, EGL_NONE},
     {"libGLESv2.so.2", "libGLESv2.so"}},
};

// Whether the functions of an API can be had. libepoxy finds out at the first call, and aborts.
bool is_installed(const Api& api) {
  for (const char* library : api.libraries) {
    if (void* handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL)) {
      dlclose(handle);
      return true;
    }
  }
  return false;
}

// Makes a context of one API current on an initialised display.
bool make_current(EGLDisplay display, const Api& api, EGLContext& context) {
  const EGLint wanted[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, api.renderable, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  if (!eglBindAPI(api.bind) || !eglChooseConfig(display, wanted, &config, 1, &count) || count < 1)
    return false;
  context = eglCreateContext(display, config, EGL_NO_CONTEXT, api.attributes);
  if (context == EGL_NO_CONTEXT) return false;
  if (eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) return true;
  eglDestroyContext(display, context);
  context = EGL_NO_CONTEXT;
  return false;
}

void tell(std::string& tried, const char* what, const char* why) {
  if (!tried.empty()) tried += "; ";
  tried += std::string(what) + ": " + why;
}

}  // namespace

Result<HeadlessContext> HeadlessContext::make(HeadlessApi wanted) {
  const char* extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  const auto get_display = load<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
  auto state = std::make_unique<State>();
  std::string tried;
  for (const Platform& platform : kPlatforms) {
    if (!get_display || !has_extension(extensions, platform.extension)) {
      tell(tried, platform.name, "not offered");
      continue;
    }
    const EGLDisplay display = platform.display(get_display);
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, nullptr, nullptr)) {
      tell(tried, platform.name, error_name(eglGetError()));
      continue;
    }
    for (const Api& api : kApis) {
      if (wanted != HeadlessApi::kAny && wanted != api.api) continue;
      if (!is_installed(api)) {
        tell(tried, api.name, (std::string(api.libraries[0]) + " is not installed").c_str());
        continue;
      }
      if (make_current(display, api, state->context)) {
        state->display = display;
        return HeadlessContext(std::move(state));
      }
      tell(tried, api.name, error_name(eglGetError()));
    }
  }
  return Error{ErrorCode::kUnsupported,
               "no OpenGL without a display (" + tried +
                   "). Install a driver for EGL; on Debian and Ubuntu the packages libegl1, "
                   "libegl-mesa0 and libgl1-mesa-dri draw on any machine, without a GPU as well",
               "EGL"};
}

HeadlessContext::HeadlessContext(std::unique_ptr<State> state) : state_(std::move(state)) {}
HeadlessContext::HeadlessContext(HeadlessContext&&) noexcept = default;
HeadlessContext& HeadlessContext::operator=(HeadlessContext&&) noexcept = default;
HeadlessContext::~HeadlessContext() = default;

}  // namespace saker
