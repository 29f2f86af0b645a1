// Containers: elements have their true types, and nothing has a body.
#pragma once
#include "array.h"
#include "iterators.h"
#include "utility.h"
#define CUDALINT_SEQUENCE(name)                                             \
  typedef T value_type;                                                     \
  typedef T& reference;                                                     \
  typedef const T& const_reference;                                         \
  typedef T* pointer;                                                       \
  typedef const T* const_pointer;                                           \
  typedef size_t size_type;                                                 \
  typedef ptrdiff_t difference_type;                                        \
  typedef ::std::cudalint_iterator<T> iterator;                             \
  typedef ::std::cudalint_iterator<const T> const_iterator;                 \
  typedef iterator reverse_iterator;                                        \
  typedef const_iterator const_reverse_iterator;                            \
  name();                                                                   \
  explicit name(size_t);                                                    \
  name(size_t, const T&);                                                   \
  name(::std::initializer_list<T>);                                         \
  template <class V> name(V, V);                                            \
  name(const name&);                                                        \
  name(name&&);                                                             \
  name& operator=(const name&);                                             \
  name& operator=(name&&);                                                  \
  name& operator=(::std::initializer_list<T>);                              \
  T& operator[](size_t);                                                    \
  const T& operator[](size_t) const;                                        \
  T& at(size_t);                                                            \
  const T& at(size_t) const;                                                \
  T& front();                                                               \
  const T& front() const;                                                   \
  T& back();                                                                \
  const T& back() const;                                                    \
  T* data();                                                                \
  const T* data() const;                                                    \
  size_t size() const;                                                      \
  size_t capacity() const;                                                  \
  size_t max_size() const;                                                  \
  bool empty() const;                                                       \
  iterator begin();                                                         \
  iterator end();                                                           \
  const_iterator begin() const;                                             \
  const_iterator end() const;                                               \
  const_iterator cbegin() const;                                            \
  const_iterator cend() const;                                              \
  iterator rbegin();                                                        \
  iterator rend();                                                          \
  void resize(size_t);                                                      \
  template <class U> void resize(size_t, const U&);                         \
  void reserve(size_t);                                                     \
  void clear();                                                             \
  void shrink_to_fit();                                                     \
  void push_back(const T&);                                                 \
  void push_back(T&&);                                                      \
  void push_front(const T&);                                                \
  void pop_back();                                                          \
  void pop_front();                                                         \
  template <class... V> T& emplace_back(V&&...);                            \
  template <class... V> T& emplace_front(V&&...);                           \
  template <class... V> iterator emplace(V&&...);                           \
  template <class... V> iterator insert(V&&...);                            \
  template <class... V> iterator erase(V&&...);                             \
  template <class... V> void assign(V&&...);                                \
  void assign(::std::initializer_list<T>);                                  \
  void swap(name&);                                                         \
  bool operator==(const name&) const;                                       \
  bool operator!=(const name&) const;                                       \
  bool operator<(const name&) const;
#define CUDALINT_SET(name)                                                  \
  CUDALINT_SEQUENCE(name)                                                   \
  typedef T key_type;                                                       \
  iterator find(const T&) const;                                            \
  size_t count(const T&) const;                                             \
  bool contains(const T&) const;                                            \
  iterator lower_bound(const T&) const;                                     \
  iterator upper_bound(const T&) const;
#define CUDALINT_ADAPTOR(name)                                              \
  typedef T value_type;                                                     \
  template <class... V> name(V&&...);                                       \
  size_t size() const;                                                      \
  bool empty() const;                                                       \
  void push(const T&);                                                      \
  template <class... V> void emplace(V&&...);                               \
  void pop();                                                               \
  T& top();                                                                 \
  const T& top() const;                                                     \
  T& front();                                                               \
  const T& front() const;                                                   \
  T& back();

extern "C++" {
#pragma clang force_cuda_host_device begin
namespace std {
template <class T> class allocator {
 public:
  typedef T value_type;
  T* allocate(size_t);
  void deallocate(T*, size_t);
};
template <class A> struct allocator_traits {};
template <class T, class A = allocator<T>> class vector { public: typedef A allocator_type; CUDALINT_SEQUENCE(vector) };
template <class T, class A = allocator<T>> class deque { public: CUDALINT_SEQUENCE(deque) };
template <class T, class A = allocator<T>> class list {
 public:
  CUDALINT_SEQUENCE(list)
  template <class... O> void sort(O...);
  template <class... O> void splice(O&&...);
  void reverse();
  void unique();
  void remove(const T&);
};
template <class T, class A = allocator<T>> class forward_list { public: CUDALINT_SEQUENCE(forward_list) };
template <class T, class C = deque<T>> class queue { public: CUDALINT_ADAPTOR(queue) };
template <class T, class C = deque<T>> class stack { public: CUDALINT_ADAPTOR(stack) };
template <class T, class C = vector<T>, class L = less<T>> class priority_queue {
  public: CUDALINT_ADAPTOR(priority_queue)
};
template <class T, class L = less<T>, class A = allocator<T>> class set { public: CUDALINT_SET(set) };
template <class T, class L = less<T>, class A = allocator<T>> class multiset { public: CUDALINT_SET(multiset) };
template <class T, class H = hash<T>, class E = equal_to<T>, class A = allocator<T>> class unordered_set {
  public: CUDALINT_SET(unordered_set)
};
template <class K, class V, class... rest> class map {
 public:
  typedef K key_type;
  typedef V mapped_type;
  typedef pair<const K, V> value_type;
  typedef cudalint_iterator<value_type> iterator;
  typedef cudalint_iterator<const value_type> const_iterator;
  typedef iterator reverse_iterator;
  typedef size_t size_type;
  map();
  map(initializer_list<value_type>);
  template <class... A> map(A&&...);
  V& operator[](const K&);
  V& at(const K&);
  const V& at(const K&) const;
  size_t size() const;
  bool empty() const;
  void clear();
  void reserve(size_t);
  iterator find(const K&);
  const_iterator find(const K&) const;
  size_t count(const K&) const;
  bool contains(const K&) const;
  iterator lower_bound(const K&);
  iterator upper_bound(const K&);
  iterator begin();
  iterator end();
  const_iterator begin() const;
  const_iterator end() const;
  iterator rbegin();
  iterator rend();
  template <class... A> pair<iterator, bool> insert(A&&...);
  template <class... A> pair<iterator, bool> emplace(A&&...);
  template <class... A> pair<iterator, bool> try_emplace(A&&...);
  template <class... A> pair<iterator, bool> insert_or_assign(A&&...);
  template <class... A> iterator erase(A&&...);
};
template <class K, class V, class... rest> class multimap : public map<K, V> { public: using map<K, V>::map; };
template <class K, class V, class... rest> class unordered_map : public map<K, V> { public: using map<K, V>::map; };
template <class K, class V, class... rest> class unordered_multimap : public map<K, V> {
  public: using map<K, V>::map;
};
template <class T, size_t n = -1> struct span {
  typedef T element_type;
  typedef remove_cv_t<T> value_type;
  template <class... A> span(A&&...);
  T& operator[](size_t) const;
  T* data() const;
  T* begin() const;
  T* end() const;
  T& front() const;
  T& back() const;
  size_t size() const;
  size_t size_bytes() const;
  bool empty() const;
  span subspan(size_t, size_t = -1) const;
  span first(size_t) const;
  span last(size_t) const;
};
template <class T> span(T*, size_t) -> span<T>;
template <class T> struct valarray {
  template <class... A> valarray(A&&...);
  T& operator[](size_t);
  const T& operator[](size_t) const;
  T sum() const;
  T min() const;
  T max() const;
  size_t size() const;
};
template <size_t n> struct bitset {
  template <class... A> bitset(A&&...);
  bool operator[](size_t) const;
  bool test(size_t) const;
  bitset& set();
  bitset& set(size_t, bool = true);
  bitset& reset();
  bitset& reset(size_t);
  size_t count() const;
  size_t size() const;
  bool any() const;
  unsigned long to_ulong() const;
};
namespace pmr {}
}  // namespace std
#pragma clang force_cuda_host_device end
}
