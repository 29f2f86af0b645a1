// <random>.
#pragma once
#include "traits.h"
#define CUDALINT_DISTRIBUTION(name, standard)                              \
  template <class T = standard> struct name {                              \
    typedef T result_type;                                                 \
    struct param_type { template <class... A> param_type(A&&...); };       \
    template <class... A> explicit name(A&&...);                           \
    template <class G> T operator()(G&);                                   \
    template <class G, class P> T operator()(G&, P);                       \
    T min() const;                                                         \
    T max() const;                                                         \
    void reset();                                                          \
  };
#define CUDALINT_ENGINE(name) struct name : cudalint_engine { using cudalint_engine::cudalint_engine; };
extern "C++" {
#pragma clang force_cuda_host_device begin
namespace std {
struct random_device {
  typedef unsigned result_type;
  unsigned operator()();
};
struct seed_seq { template <class... A> seed_seq(A&&...); };
struct cudalint_engine {
  typedef unsigned result_type;
  cudalint_engine();
  template <class T> explicit cudalint_engine(T&&);
  unsigned operator()();
  template <class T> void seed(T&&);
  void discard(size_t);
  static constexpr unsigned min() { return 0; }
  static constexpr unsigned max() { return 0xffffffffu; }
};
CUDALINT_ENGINE(mt19937) CUDALINT_ENGINE(mt19937_64) CUDALINT_ENGINE(default_random_engine) CUDALINT_ENGINE(minstd_rand)
CUDALINT_ENGINE(minstd_rand0) CUDALINT_ENGINE(ranlux24) CUDALINT_ENGINE(ranlux48)
template <class...> struct linear_congruential_engine : cudalint_engine { using cudalint_engine::cudalint_engine; };
CUDALINT_DISTRIBUTION(uniform_int_distribution, int) CUDALINT_DISTRIBUTION(uniform_real_distribution, double)
CUDALINT_DISTRIBUTION(normal_distribution, double) CUDALINT_DISTRIBUTION(lognormal_distribution, double)
CUDALINT_DISTRIBUTION(exponential_distribution, double) CUDALINT_DISTRIBUTION(gamma_distribution, double)
CUDALINT_DISTRIBUTION(poisson_distribution, int) CUDALINT_DISTRIBUTION(geometric_distribution, int)
CUDALINT_DISTRIBUTION(binomial_distribution, int) CUDALINT_DISTRIBUTION(discrete_distribution, int)
struct bernoulli_distribution {
  template <class... A> explicit bernoulli_distribution(A&&...);
  template <class G> bool operator()(G&);
};
}  // namespace std
#pragma clang force_cuda_host_device end
}
