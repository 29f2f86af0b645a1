// <filesystem> and <regex>.
#pragma once
#include "text.h"
extern "C++" {
#pragma clang force_cuda_host_device begin
namespace std {
namespace filesystem {
struct path {
  template <class... A> path(A&&...);
  path operator/(const path&) const;
  path parent_path() const;
  path filename() const;
  path extension() const;
  path stem() const;
  std::string string() const;
  const char* c_str() const;
  operator std::string() const;
};
struct directory_entry { const filesystem::path& path() const; bool is_regular_file() const; };
struct directory_iterator {
  template <class... A> directory_iterator(A&&...);
  const directory_entry* begin() const;
  const directory_entry* end() const;
};
path current_path();
path absolute(const path&);
bool exists(const path&);
bool is_directory(const path&);
template <class... A> bool create_directory(A&&...);
template <class... A> bool create_directories(A&&...);
template <class... A> bool remove(A&&...);
template <class... A> size_t file_size(A&&...);
}  // namespace filesystem
struct regex { template <class... A> regex(A&&...); };
struct smatch { string operator[](size_t) const; size_t size() const; };
template <class... A> bool regex_match(A&&...);
template <class... A> bool regex_search(A&&...);
template <class... A> string regex_replace(A&&...);
}  // namespace std
#pragma clang force_cuda_host_device end
}
