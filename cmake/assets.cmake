# The program that makes assets/character.glb. Its output is committed; run it after changing it:
#   cmake --build build/release --target make_assets && build/release/make_assets assets/character.glb

find_package(nlohmann_json 3.11 REQUIRED)
find_path(SAKER_STB_INCLUDE_DIR stb/stb_image_write.h REQUIRED)
file(GLOB make_assets_sources CONFIGURE_DEPENDS assets/generator/*.cpp)
add_executable(make_assets EXCLUDE_FROM_ALL ${make_assets_sources})
target_include_directories(make_assets PRIVATE include)
target_include_directories(make_assets SYSTEM PRIVATE ${SAKER_STB_INCLUDE_DIR})
target_link_libraries(make_assets PRIVATE nlohmann_json::nlohmann_json)
saker_warnings(make_assets)
