# Runs every program for an instant: cmake -DPROGRAMS=… -DCHAIN=… -DWASM_CHAIN=… -P run_all.cmake

include(${CMAKE_CURRENT_LIST_DIR}/../cmake/run.cmake)

foreach(program IN LISTS PROGRAMS)
  run(${program} --benchmark_min_time=0.0001)
endforeach()
run(${CHAIN} 0.0001)

# The same for node, where the page has been built.
find_program(NODE node)
if(NODE AND EXISTS ${WASM_CHAIN})
  run(${NODE} ${WASM_CHAIN} 0.0001)
endif()
