// <exception>, <stdexcept>, <system_error>. A virtual destructor declares operator delete, see cuda/allocation.h.
#pragma once
#include "traits.h"
extern "C++" {
namespace std {
struct exception {
  exception();
  virtual const char* what() const noexcept;
  virtual ~exception();
};
#define CUDALINT_EXCEPTION(name, base)             \
  struct name : base {                             \
    template <class... A> explicit name(A&&...);   \
  };
#pragma clang force_cuda_host_device begin
CUDALINT_EXCEPTION(logic_error, exception) CUDALINT_EXCEPTION(runtime_error, exception)
CUDALINT_EXCEPTION(bad_alloc, exception) CUDALINT_EXCEPTION(bad_cast, exception)
CUDALINT_EXCEPTION(invalid_argument, logic_error) CUDALINT_EXCEPTION(out_of_range, logic_error)
CUDALINT_EXCEPTION(length_error, logic_error) CUDALINT_EXCEPTION(domain_error, logic_error)
CUDALINT_EXCEPTION(overflow_error, runtime_error) CUDALINT_EXCEPTION(underflow_error, runtime_error)
CUDALINT_EXCEPTION(range_error, runtime_error) CUDALINT_EXCEPTION(system_error, runtime_error)
struct exception_ptr {};
exception_ptr current_exception();
void rethrow_exception(exception_ptr);
[[noreturn]] void terminate();
enum class errc {};
struct error_code {
  int value() const;
  explicit operator bool() const;
};
#pragma clang force_cuda_host_device end
}  // namespace std
}
