# Every target is made here, so that warnings, include folders and names are the same everywhere.

# Warnings are errors. Applied to a target of this project, never to what uses it.
function(saker_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
                         -Woverloaded-virtual -Werror)
  # GCC 12 sees overlapping copies in every `"text" + std::string` (GCC bug 105651).
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -Wno-restrict)
  endif()
endfunction()

# saker_library(NAME FOLDER...): the static library saker_NAME, alias saker::NAME, of all sources in
# the folders. Files named *_posix.cpp and *_windows.cpp are left out: one per platform is added by name.
function(saker_library name)
  set(patterns ${ARGN})
  list(TRANSFORM patterns APPEND "/*.cpp")
  file(GLOB sources CONFIGURE_DEPENDS ${patterns})
  list(FILTER sources EXCLUDE REGEX "_(posix|windows)\\.cpp$")
  file(GLOB headers CONFIGURE_DEPENDS include/saker/*.h)
  add_library(saker_${name} STATIC ${sources} ${headers})
  add_library(saker::${name} ALIAS saker_${name})
  set_target_properties(saker_${name} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
  target_compile_features(saker_${name} PUBLIC cxx_std_20)
  target_include_directories(saker_${name}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>
    PRIVATE ${PROJECT_SOURCE_DIR}/src)
  saker_warnings(saker_${name})
endfunction()
