# The command line and the window it can open.
find_package(CLI11 REQUIRED)

if(EXISTS ${PROJECT_SOURCE_DIR}/apps/viewer/CMakeLists.txt)
  add_subdirectory(apps/viewer)
endif()

file(GLOB saker_sources CONFIGURE_DEPENDS tools/saker/*.cpp)
add_executable(saker ${saker_sources})
target_include_directories(saker PRIVATE tools)
target_link_libraries(saker PRIVATE saker::import saker::render saker_viewer CLI11::CLI11
                      nlohmann_json::nlohmann_json)
saker_warnings(saker)
