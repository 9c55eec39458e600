# The kernels are compiled once per instruction set and chosen at run time.
set(SAKER_KERNELS src/kernels/baseline.cpp)
# Always optimised: they are what a debug build of a game waits for. Multiplications and additions
# are fused only where the source says so. Lanes never cross a library's edge, so a change of their
# calling convention (psabi) concerns nobody.
set(SAKER_KERNEL_OPTIONS -O3 -ffp-contract=off -fno-trapping-math -Wno-psabi)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 warns of its own AVX-512 intrinsics (GCC bug 105593).
  list(APPEND SAKER_KERNEL_OPTIONS -Wno-maybe-uninitialized -Wno-uninitialized)
endif()
set_source_files_properties(src/kernels/baseline.cpp PROPERTIES COMPILE_OPTIONS "${SAKER_KERNEL_OPTIONS}")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86|AMD64|i.86" AND NOT EMSCRIPTEN AND NOT SAKER_BASELINE_ONLY)
  list(APPEND SAKER_KERNELS src/kernels/avx2.cpp src/kernels/avx512.cpp)
  set_source_files_properties(src/kernels/avx2.cpp PROPERTIES
    COMPILE_OPTIONS "${SAKER_KERNEL_OPTIONS};-mavx2;-mfma;-mpopcnt")
  set_source_files_properties(src/kernels/avx512.cpp PROPERTIES
    COMPILE_OPTIONS "${SAKER_KERNEL_OPTIONS};-mavx2;-mfma;-mpopcnt;-mavx512f;-mavx512bw;-mavx512dq;-mavx512vl")
endif()
target_sources(saker_runtime PRIVATE ${SAKER_KERNELS})
if(SAKER_BASELINE_ONLY)
  target_compile_definitions(saker_runtime PRIVATE SAKER_BASELINE_ONLY)
endif()
