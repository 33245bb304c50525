# cmake -D SOURCE=tauforge -D OUTPUT=FILE -P revision.cmake: a C++ file with the hash of all that decides what generated code
# looks like. Code in a cache belongs to one revision.
set(all "")
foreach(folder scalar spatial robot dynamics functions expression passes emit compiler native)
  file(GLOB_RECURSE files RELATIVE ${SOURCE} ${SOURCE}/${folder}/*.h ${SOURCE}/${folder}/*.cpp ${SOURCE}/${folder}/*.in)
  list(APPEND all ${files})
endforeach()
list(APPEND all model.h)
list(SORT all)
set(hashes "")
foreach(file ${all})
  file(SHA256 ${SOURCE}/${file} hash)
  string(APPEND hashes "${file} ${hash}\n")
endforeach()
string(SHA256 revision "${hashes}")
file(WRITE ${OUTPUT} "#include \"tauforge/native/revision.h\"\n\n\
namespace tauforge::native {\n\nconst char* revision() { return \"${revision}\"; }\n\n}  // namespace tauforge::native\n")
