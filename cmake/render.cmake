# What saker::render draws through: a browser's WebGL 2, or OpenGL by way of libepoxy and EGL.
if(EMSCRIPTEN)
  target_link_options(saker_render INTERFACE
    -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2 -sALLOW_MEMORY_GROWTH=1)
  # The browser writes pictures.
  set_source_files_properties(src/render/encode_png.cpp PROPERTIES HEADER_FILE_ONLY ON)
else()
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(SAKER_RENDER_LIBRARIES REQUIRED epoxy libpng)
  target_include_directories(saker_render SYSTEM PRIVATE ${SAKER_RENDER_LIBRARIES_INCLUDE_DIRS})
  target_link_libraries(saker_render PRIVATE ${SAKER_RENDER_LIBRARIES_LIBRARIES})
  if(NOT WIN32)
    pkg_check_modules(SAKER_EGL REQUIRED egl)
    target_sources(saker_render PRIVATE src/gpu/headless_posix.cpp)
    target_link_libraries(saker_render PRIVATE ${SAKER_EGL_LIBRARIES} ${CMAKE_DL_LIBS})
  endif()
endif()

# stb_image is one header that every platform can use; the folder it comes from may hold headers of
# another platform, so it is reached through a folder of its own.
find_path(SAKER_STB_DIR stb/stb_image.h PATHS /usr/local/include /usr/include
  NO_CMAKE_FIND_ROOT_PATH REQUIRED)
file(COPY ${SAKER_STB_DIR}/stb/stb_image.h DESTINATION ${PROJECT_BINARY_DIR}/include/stb)
target_include_directories(saker_render SYSTEM PRIVATE ${PROJECT_BINARY_DIR}/include)
