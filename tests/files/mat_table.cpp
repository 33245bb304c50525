#include "tauforge/files/mat_table.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdint>
#include <cstring>

namespace tauforge::files {
namespace {

// Level 5 as its description says: tags of 8 bytes, contents padded to 8.
std::string tagged(std::uint32_t type, const std::string& content) {
  std::string element(8, '\0');
  const auto length = static_cast<std::uint32_t>(content.size());
  std::memcpy(element.data(), &type, 4), std::memcpy(element.data() + 4, &length, 4);
  element += content;
  element.resize((element.size() + 7) / 8 * 8, '\0');
  return element;
}

template <class T> std::string raw(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

template <class T>
std::string array(const std::string& name, std::int32_t rows, std::int32_t columns, const std::vector<T>& values,
                  std::uint32_t type, std::uint32_t kind) {
  return tagged(14, tagged(6, raw<std::uint32_t>({kind, 0})) + tagged(5, raw<std::int32_t>({rows, columns})) +
                        tagged(1, name) + tagged(type, raw(values)));
}
std::string doubles(const std::string& name, std::int32_t rows, std::int32_t columns,
                    const std::vector<double>& values) {
  return array(name, rows, columns, values, 9, 6);
}

std::string file(const std::string& elements) {
  std::string header = "MATLAB 5.0 MAT-file";
  header.resize(124, ' ');
  return header + std::string("\0\1IM", 4) + elements;
}

std::string packed(const std::string& element) {
  std::string z(compressBound(element.size()), '\0');
  uLongf length = z.size();
  compress(reinterpret_cast<Bytef*>(z.data()), &length, reinterpret_cast<const Bytef*>(element.data()), element.size());
  std::string tag(8, '\0');
  const std::uint32_t type = 15, bytes = static_cast<std::uint32_t>(length);
  std::memcpy(tag.data(), &type, 4), std::memcpy(tag.data() + 4, &bytes, 4);
  return tag + z.substr(0, length);
}

diagnostic::Result<MatTable> read(const std::string& bytes, const std::string& time = "t") {
  return MatTable::from_bytes("log.mat", {reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()}, time,
                              1 << 20);
}
std::string code(const diagnostic::Result<MatTable>& result) { return result ? "" : result.findings()[0].code; }

TEST(MatTable, ReadsVectorsAndMatricesEitherWayRound) {
  auto opened = read(file(doubles("t", 1, 3, {0, 0.1, 0.2}) + doubles("q", 3, 2, {1, 2, 3, 10, 20, 30}) +
                          packed(doubles("tau", 2, 3, {5, 50, 6, 60, 7, 70})) +
                          array<std::int16_t>("qd1", 3, 1, {-1, -2, -3}, 3, 6) + doubles("mass", 1, 1, {42})));
  ASSERT_TRUE(opened) << code(opened);
  MatTable table = opened.take();
  EXPECT_EQ(table.columns(), (std::vector<std::string>{"t", "q1", "q2", "tau1", "tau2", "qd1"}));
  std::vector<double> row(6);
  ASSERT_TRUE(table.next(row));
  ASSERT_TRUE(table.next(row));
  EXPECT_EQ(row, (std::vector<double>{0.1, 2, 20, 6, 60, -2}));
  ASSERT_TRUE(table.next(row));
  EXPECT_FALSE(table.next(row));
}

TEST(MatTable, LooksIntoAStruct) {
  std::string names("t\0\0\0\0\0\0\0q1\0\0\0\0\0\0", 16);
  const std::string log = tagged(14, tagged(6, raw<std::uint32_t>({2, 0})) + tagged(5, raw<std::int32_t>({1, 1})) +
                                         tagged(1, "log") + std::string("\5\0\4\0\10\0\0\0", 8) + tagged(1, names) +
                                         doubles("", 2, 1, {0, 1}) + doubles("", 2, 1, {3, 4}));
  auto opened = read(file(log));
  ASSERT_TRUE(opened) << code(opened);
  EXPECT_EQ(opened.value().columns(), (std::vector<std::string>{"t", "q1"}));
}

TEST(MatTable, RefusesWhatItCannotRead) {
  std::string hdf = "MATLAB 7.3 MAT-file";
  hdf.resize(600, ' ');
  EXPECT_EQ(code(read(hdf)), "mat-version");
  EXPECT_EQ(code(read("MATLAB 5.0")), "mat-broken");
  const std::string whole = file(doubles("t", 1, 3, {0, 0.1, 0.2}));
  EXPECT_EQ(code(read(whole.substr(0, whole.size() - 9))), "mat-broken");
  EXPECT_EQ(code(read(whole, "time")), "column-missing");
  EXPECT_EQ(code(read(file(doubles("t", 1, 900, {0})))), "mat-broken");  // fewer numbers than it says
  std::string bomb = packed(doubles("t", 1, 1 << 18, std::vector<double>(1 << 18, 0.0)));
  EXPECT_EQ(code(read(file(bomb))), "mat-broken");  // unpacks to more than is allowed
}

}  // namespace
}  // namespace tauforge::files
