#include "tauforge/emit/reserved_names.h"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace tauforge::emit {

namespace {

std::vector<std::string> words(const char* text) {
  std::istringstream stream(text);
  std::vector<std::string> all;
  for (std::string word; stream >> word;) all.push_back(word);
  return all;
}

bool holds(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

}  // namespace

const std::vector<ReservedNames>& reserved_names() {
  static const std::vector<ReservedNames> all = {
      {"a word of C, C++ or the C library", words(R"(
         auto break case char const continue default do double else enum extern float for goto if inline int long
         register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while
         alignas alignof and and_eq asm bitand bitor bool catch char8_t char16_t char32_t class compl concept consteval
         constexpr constinit const_cast co_await co_return co_yield decltype delete dynamic_cast explicit export false
         friend import module mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected
         public reinterpret_cast requires static_assert static_cast template this thread_local throw true try typeid
         typename typeof typeof_unqual using virtual wchar_t xor xor_eq
         sin cos sqrt exp tanh main y0 y1 yn j0 j1 jn gamma)")},
      {"a header of the C library", words(R"(
         assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg
         stdatomic stdbit stdbool stdckdint stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar
         wctype)")},
      {"a header of the system", words(R"(
         aio alloca ar byteswap cpio cpuid dirent dlfcn elf emmintrin endian envz err error execinfo fcntl features fmtmsg fnmatch
         ftw getopt glob gnu grp iconv ieee754 ifaddrs immintrin langinfo libgen libintl link malloc memory monetary
         mqueue ndbm netdb printf nl_types obstack poll pthread pwd regex regexp sched search semaphore spawn strings stropts
         syslog tar termios trace ucontext ulimit unistd utime utmp utmpx values wait windows winsock wordexp x86intrin xlocale
         xmmintrin)")},
      {"a header or namespace of C++", words(R"(
         algorithm any array atomic barrier bit bitset charconv chrono codecvt compare concepts coroutine deque
         exception execution expected filesystem format forward_list fstream functional future generator initializer_list
         iomanip ios iosfwd iostream istream iterator latch list map mdspan memory_resource mutex numbers numeric
         optional ostream print queue random ranges ratio scoped_allocator semaphore set shared_mutex source_location
         span spanstream sstream stack stacktrace std stdexcept stdfloat stop_token streambuf string_view strstream
         syncstream system_error thread tuple typeindex typeinfo type_traits unordered_map unordered_set utility
         valarray variant vector version)")},
      {"a target of CMake, make, ninja or Visual Studio", words(R"(
         all all_build clean cmake codegen cmake_check_build_system continuous default default_target depend edit_cache
         experimental help install list_install_components nightly nightlymemorycheck package package_source
         preinstall rebuild_cache run_tests test uninstall zero_check)")},
      {"a library of the system", words(R"(
         anl asan atomic bsd c crypt crypto dl gcc gcc_eh gcc_s gfortran gomp itm ld lsan m mvec nsl pthread quadmath
         resolv rt ssl ssp stdc supc thread_db tsan ubsan util z)")},
      {"a macro of some compilers", words("eof i386 infinity linux nan null unix win32")},
      {"a device of Windows", words(R"(aux con nul prn com0 com1 com2 com3 com4 com5 com6 com7 com8 com9
         lpt0 lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 lpt7 lpt8 lpt9)")},
      {"a name of the generated code itself", words("call tauforge tauforge_model")},
  };
  return all;
}

bool is_reserved_word(const std::string& name) { return holds(reserved_names().front().names, name); }

std::string why_reserved(const std::string& name) {
  for (const ReservedNames& list : reserved_names())
    if (holds(list.names, lower_case(name))) return list.whose;
  return "";
}

}  // namespace tauforge::emit
