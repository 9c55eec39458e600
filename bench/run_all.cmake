# Runs every program for an instant: cmake -DPROGRAMS=… -DCHAIN=… -DWASM_CHAIN=… -P run_all.cmake

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${ARGN}\nfailed with ${result}:\n${output}")
  endif()
  message(STATUS "${output}")
endfunction()

foreach(program IN LISTS PROGRAMS)
  run(${program} --benchmark_min_time=0.0001)
endforeach()
run(${CHAIN} 0.0001)

# The same for node, where the page has been built.
find_program(NODE node)
if(NODE AND EXISTS ${WASM_CHAIN})
  run(${NODE} ${WASM_CHAIN} 0.0001)
endif()
