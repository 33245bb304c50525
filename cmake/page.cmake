# The page without data (web/), bundled into one text and compiled into the module `report`. Packages come from npm by the lock
# file; where node or npm is missing or packages cannot be had, the build goes on and the text is empty.
set(TAUFORGE_PAGE ${CMAKE_BINARY_DIR}/page)
find_program(TAUFORGE_NODE NAMES node nodejs)
find_program(TAUFORGE_NPM npm)
file(GLOB page_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/src/*.ts)
list(APPEND page_sources ${PROJECT_SOURCE_DIR}/web/build.mjs ${PROJECT_SOURCE_DIR}/web/page.html
  ${PROJECT_SOURCE_DIR}/web/style.css ${PROJECT_SOURCE_DIR}/web/package.json ${PROJECT_SOURCE_DIR}/web/package-lock.json)
add_custom_command(OUTPUT ${TAUFORGE_PAGE}/page_template.cpp
  COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR}/web -DPAGE=${TAUFORGE_PAGE} -DNODE=${TAUFORGE_NODE}
          -DNPM=${TAUFORGE_NPM} -P ${PROJECT_SOURCE_DIR}/cmake/build_page.cmake
  DEPENDS ${page_sources} ${PROJECT_SOURCE_DIR}/cmake/build_page.cmake
  COMMENT "Bundling the page" VERBATIM)
target_sources(tauforge_report PRIVATE ${TAUFORGE_PAGE}/page_template.cpp)
set_source_files_properties(${TAUFORGE_PAGE}/page_template.cpp PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
