# Makes the sample character again and compares it with the committed file.
# cmake -DBUILD=… -DSOURCE=… -P regenerate.cmake
foreach(command
    "${CMAKE_COMMAND};--build;${BUILD};--target;make_assets"
    "${BUILD}/make_assets;${BUILD}/character.glb"
    "${CMAKE_COMMAND};-E;compare_files;${BUILD}/character.glb;${SOURCE}/assets/character.glb")
  execute_process(COMMAND ${command} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${command}\nfailed with ${result}:\n${output}")
  endif()
endforeach()
