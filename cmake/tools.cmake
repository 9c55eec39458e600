# The command line and the window it can open.
find_package(CLI11 REQUIRED)
add_subdirectory(apps/viewer)

file(GLOB SAKER_TOOL_SOURCES CONFIGURE_DEPENDS tools/saker/*.cpp)
list(FILTER SAKER_TOOL_SOURCES EXCLUDE REGEX "_(posix|windows)\\.cpp$")
if(WIN32)
  list(APPEND SAKER_TOOL_SOURCES tools/saker/encoder_windows.cpp)
else()
  list(APPEND SAKER_TOOL_SOURCES tools/saker/encoder_posix.cpp)
endif()
add_executable(saker ${SAKER_TOOL_SOURCES})
target_include_directories(saker PRIVATE tools apps)
target_link_libraries(saker PRIVATE saker::import saker::render saker_viewer CLI11::CLI11
                      nlohmann_json::nlohmann_json)
target_compile_definitions(saker PRIVATE SAKER_VERSION="${PROJECT_VERSION}")
saker_warnings(saker)
