// <string>, <string_view>, streams.
#pragma once
#include "c_library.h"
#include "iterators.h"
#include "utility.h"
#define CUDALINT_ANY(result, name) template <class... A> result name(A&&...)
#define CUDALINT_COMPARE(op)                                    \
  bool operator op(const string&, const string&);               \
  bool operator op(const string&, const char*);                 \
  bool operator op(const char*, const string&);

extern "C++" {
#pragma clang force_cuda_host_device begin
namespace std {
template <class C> struct char_traits {};
template <class C> class basic_string {
 public:
  typedef C value_type;
  typedef size_t size_type;
  typedef cudalint_iterator<C> iterator;
  typedef iterator const_iterator;
  static const size_t npos = -1;
  basic_string();
  basic_string(const C*);
  basic_string(const C*, size_t);
  basic_string(size_t, C);
  basic_string(const basic_string&);
  basic_string(const basic_string&, size_t, size_t = npos);
  template <class I> basic_string(I, I);
  basic_string(initializer_list<C>);
  basic_string& operator=(const basic_string&);
  basic_string& operator=(const C*);
  basic_string& operator=(C);
  basic_string& operator+=(const basic_string&);
  basic_string& operator+=(const C*);
  basic_string& operator+=(C);
  C& operator[](size_t);
  const C& operator[](size_t) const;
  C& at(size_t);
  const C& at(size_t) const;
  C& front();
  C& back();
  C* data();
  const C* data() const;
  const C* c_str() const;
  size_t size() const;
  size_t length() const;
  bool empty() const;
  iterator begin() const;
  iterator end() const;
  iterator rbegin() const;
  iterator rend() const;
  void push_back(C);
  void pop_back();
  void clear();
  void resize(size_t);
  void resize(size_t, C);
  void reserve(size_t);
  basic_string substr(size_t = 0, size_t = npos) const;
  bool starts_with(const basic_string&) const;
  bool ends_with(const basic_string&) const;
  size_t copy(C*, size_t, size_t = 0) const;
  CUDALINT_ANY(basic_string&, append);
  CUDALINT_ANY(basic_string&, assign);
  CUDALINT_ANY(basic_string&, replace);
  CUDALINT_ANY(basic_string&, insert);
  CUDALINT_ANY(basic_string&, erase);
  CUDALINT_ANY(size_t, find) const;
  CUDALINT_ANY(size_t, rfind) const;
  CUDALINT_ANY(size_t, find_first_of) const;
  CUDALINT_ANY(size_t, find_last_of) const;
  CUDALINT_ANY(size_t, find_first_not_of) const;
  CUDALINT_ANY(size_t, find_last_not_of) const;
  CUDALINT_ANY(int, compare) const;
};
typedef basic_string<char> string;
typedef basic_string<wchar_t> wstring;
struct string_view : string {
  using string::string;
  constexpr string_view() {}
  string_view(const string&);
};
CUDALINT_COMPARE(==) CUDALINT_COMPARE(!=) CUDALINT_COMPARE(<) CUDALINT_COMPARE(>)
string operator+(const string&, const string&);
string operator+(const string&, const char*);
string operator+(const char*, const string&);
string operator+(const string&, char);
string operator+(char, const string&);
template <class T> string to_string(T);
int stoi(const string&, size_t* = 0, int = 10);
long stol(const string&, size_t* = 0, int = 10);
long long stoll(const string&, size_t* = 0, int = 10);
unsigned long stoul(const string&, size_t* = 0, int = 10);
unsigned long long stoull(const string&, size_t* = 0, int = 10);
float stof(const string&, size_t* = 0);
double stod(const string&, size_t* = 0);
CUDALINT_ANY(string, format);
CUDALINT_ANY(::cudalint_any, from_chars);
CUDALINT_ANY(::cudalint_any, to_chars);
inline namespace literals { inline namespace string_literals { string operator""s(const char*, size_t); } }

typedef long streamsize, streampos, streamoff;
struct locale { template <class... A> locale(A&&...); };
struct streambuf {};
struct ios_base {
  typedef int fmtflags, openmode, seekdir, iostate;
  static const int in = 1, out = 2, binary = 4, app = 8, trunc = 16, ate = 32, beg = 0, cur = 1, end = 2;
  static const int fixed = 1, scientific = 2, left = 3, right = 4, hex = 5, dec = 6, floatfield = 7, adjustfield = 8;
  static const int boolalpha = 9, basefield = 10, showpoint = 11, failbit = 1, badbit = 2, eofbit = 4, goodbit = 0;
  static bool sync_with_stdio(bool = true);
};
struct ios : ios_base {
  explicit operator bool() const;
  bool operator!() const;
  bool good() const;
  bool fail() const;
  bool eof() const;
  bool bad() const;
  int rdstate() const;
  void clear(int = 0);
  void exceptions(int);
  int flags(int = 0);
  long precision(long = 0);
  long width(long = 0);
  char fill(char = 0);
  void copyfmt(const ios&);
  CUDALINT_ANY(int, setf);
  CUDALINT_ANY(void, unsetf);
  CUDALINT_ANY(::cudalint_any, rdbuf);
  CUDALINT_ANY(::cudalint_any, imbue);
};
struct ostream : virtual ios {
  explicit ostream(::cudalint_any = {});
  template <class T> ostream& operator<<(const T&);
  ostream& operator<<(ostream& (*)(ostream&));
  ostream& operator<<(ios_base& (*)(ios_base&));
  CUDALINT_ANY(ostream&, write);
  CUDALINT_ANY(ostream&, seekp);
  ostream& put(char);
  ostream& flush();
  long tellp();
};
struct istream : virtual ios {
  explicit istream(::cudalint_any = {});
  template <class T> istream& operator>>(T&&);
  CUDALINT_ANY(istream&, read);
  CUDALINT_ANY(istream&, getline);
  CUDALINT_ANY(istream&, ignore);
  CUDALINT_ANY(istream&, seekg);
  CUDALINT_ANY(int, get);
  int peek();
  long tellg();
  long gcount();
};
struct iostream : istream, ostream {};
#define CUDALINT_FILE_STREAM(name, base)                   \
  struct name : base {                                     \
    name();                                                \
    template <class... A> explicit name(A&&...);           \
    CUDALINT_ANY(void, open);                              \
    void close();                                          \
    bool is_open() const;                                  \
  };
#define CUDALINT_STRING_STREAM(name, base)                 \
  struct name : base {                                     \
    name();                                                \
    template <class... A> explicit name(A&&...);           \
    string str() const;                                    \
    void str(const string&);                               \
  };
CUDALINT_FILE_STREAM(ofstream, ostream) CUDALINT_FILE_STREAM(ifstream, istream) CUDALINT_FILE_STREAM(fstream, iostream)
CUDALINT_STRING_STREAM(stringstream, iostream) CUDALINT_STRING_STREAM(ostringstream, ostream)
CUDALINT_STRING_STREAM(istringstream, istream)
extern ostream cout, cerr, clog;
extern istream cin;
template <class... A> istream& getline(istream&, A&&...);
ostream& endl(ostream&);
ostream& ends(ostream&);
ostream& flush(ostream&);
#define CUDALINT_MANIPULATOR(name) ios_base& name(ios_base&);
CUDALINT_MANIPULATOR(fixed) CUDALINT_MANIPULATOR(scientific) CUDALINT_MANIPULATOR(hex) CUDALINT_MANIPULATOR(dec)
CUDALINT_MANIPULATOR(oct) CUDALINT_MANIPULATOR(left) CUDALINT_MANIPULATOR(right) CUDALINT_MANIPULATOR(internal)
CUDALINT_MANIPULATOR(boolalpha) CUDALINT_MANIPULATOR(noboolalpha) CUDALINT_MANIPULATOR(showpos)
CUDALINT_MANIPULATOR(showpoint)
CUDALINT_MANIPULATOR(noskipws) CUDALINT_MANIPULATOR(skipws) CUDALINT_MANIPULATOR(defaultfloat)
CUDALINT_MANIPULATOR(showbase)
CUDALINT_MANIPULATOR(uppercase)
struct cudalint_setting {};
cudalint_setting setw(int);
cudalint_setting setprecision(int);
cudalint_setting setbase(int);
template <class C> cudalint_setting setfill(C);
CUDALINT_ANY(cudalint_setting, put_time);
CUDALINT_ANY(cudalint_setting, setiosflags);
CUDALINT_ANY(cudalint_setting, resetiosflags);
}  // namespace std
#pragma clang force_cuda_host_device end
}
