# The header-only JSON library of the machine that builds, for code that runs in a browser. The folder
# it comes from holds headers of that machine's C library too, so it is reached through a copy.
find_path(SAKER_NLOHMANN_DIR nlohmann/json.hpp NO_CMAKE_FIND_ROOT_PATH)
mark_as_advanced(SAKER_NLOHMANN_DIR)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(nlohmann_json REQUIRED_VARS SAKER_NLOHMANN_DIR)

if(nlohmann_json_FOUND AND NOT TARGET nlohmann_json::nlohmann_json)
  file(COPY ${SAKER_NLOHMANN_DIR}/nlohmann DESTINATION ${CMAKE_BINARY_DIR}/include/json)
  add_library(nlohmann_json::nlohmann_json INTERFACE IMPORTED)
  set_target_properties(nlohmann_json::nlohmann_json PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES ${CMAKE_BINARY_DIR}/include/json)
endif()
