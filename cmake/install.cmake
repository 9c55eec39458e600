# cmake --install makes find_package(saker) work: targets saker::runtime, saker::import, saker::render.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(SAKER_INSTALLED saker_runtime)
if(SAKER_IMPORT)
  list(APPEND SAKER_INSTALLED saker_import)
endif()
if(SAKER_RENDER)
  list(APPEND SAKER_INSTALLED saker_render)
endif()

set(SAKER_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/saker)
install(TARGETS ${SAKER_INSTALLED} EXPORT saker_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/saker DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT saker_targets NAMESPACE saker:: DESTINATION ${SAKER_CMAKE_DIR})
configure_package_config_file(cmake/saker-config.cmake.in saker-config.cmake
                              INSTALL_DESTINATION ${SAKER_CMAKE_DIR})
write_basic_package_version_file(saker-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/saker-config.cmake ${PROJECT_BINARY_DIR}/saker-config-version.cmake
        DESTINATION ${SAKER_CMAKE_DIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(SAKER_TOOLS)
  install(TARGETS saker RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
