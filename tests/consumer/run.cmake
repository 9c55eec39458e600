# Installs the build, builds a project against the installation, and tries its programs.
# cmake -DBUILD=… -DSOURCE=… -DSAKER=… -DWORK=… -P run.cmake

include(${CMAKE_CURRENT_LIST_DIR}/../../cmake/run.cmake)

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
run(${CMAKE_COMMAND} -G Ninja -S ${SOURCE}/tests/consumer -B ${WORK}/build -DCMAKE_BUILD_TYPE=Release
    -DCMAKE_PREFIX_PATH=${WORK}/prefix)
run(${CMAKE_COMMAND} --build ${WORK}/build)
run(${SAKER} convert ${SOURCE}/assets/character.glb -o ${WORK}/character.saker)
run(${WORK}/build/hello ${WORK}/character.saker walk 0.25)
run(${WORK}/build/game ${WORK}/character.saker)
run(${WORK}/build/all_libraries ${SOURCE}/assets/character.glb)

# Three instruction sets are in it.
set(limit 204800)
file(SIZE ${WORK}/build/game size)
message(STATUS "a stripped game is ${size} bytes")
if(size GREATER limit)
  message(FATAL_ERROR "the runtime makes a program of ${size} bytes, more than ${limit}")
endif()
