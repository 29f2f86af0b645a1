// The C library and what of POSIX, getopt and OpenMP such programs use.
#pragma once
#include "c_core.h"
#include "floats.h"
#include "integers.h"
#define CUDALINT_C(result, name) template <class... A> result name(A&&...);

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define EOF (-1)
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define CLOCKS_PER_SEC 1000000L
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define PATH_MAX 4096
#define LINE_MAX 2048
#define no_argument 0
#define required_argument 1
#define optional_argument 2
#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_CREAT 64
#define O_TRUNC 512
#define PROT_READ 1
#define PROT_WRITE 2
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define MAP_ANONYMOUS 32
#define MAP_FAILED ((void*)-1)
#define SIGINT 2
#define SIGABRT 6
#define SIGSEGV 11
#define SIGTERM 15
#define LC_ALL 6
#define RUSAGE_SELF 0
#define _IONBF 2
#define va_start(list, last) __builtin_va_start(list, last)
#define va_end(list) __builtin_va_end(list)
#define va_arg(list, type) __builtin_va_arg(list, type)
#define va_copy(to, from) __builtin_va_copy(to, from)
#define errno (*cudalint_errno())

extern "C++" {
#pragma clang force_cuda_host_device begin
typedef struct cudalint_file FILE;
extern FILE *stdin, *stdout, *stderr;
typedef __builtin_va_list va_list;
typedef long time_t, clock_t, ssize_t, off_t, suseconds_t;
typedef int pid_t, key_t;
typedef unsigned mode_t, uid_t;
typedef unsigned long pthread_t;
struct timeval { time_t tv_sec; suseconds_t tv_usec; };
struct timezone { int tz_minuteswest, tz_dsttime; };
struct timespec { time_t tv_sec; long tv_nsec; };
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; };
struct timeb { time_t time; unsigned short millitm; };
struct stat { off_t st_size; mode_t st_mode; time_t st_mtime; };
struct dirent { char d_name[256]; unsigned char d_type; };
struct rusage { timeval ru_utime, ru_stime; long ru_maxrss; };
struct utsname { char sysname[65], nodename[65], release[65], version[65], machine[65]; };
struct pthread_mutex_t { int state; };
struct pthread_cond_t { int state; };
struct pthread_attr_t { int state; };
struct pthread_barrier_t { int state; };
struct sem_t { int state; };
struct option { const char* name; int has_arg; int* flag; int val; };
struct div_t { int quot, rem; };
typedef struct cudalint_directory DIR;
extern char* optarg;
extern int optind, opterr, optopt;
int* cudalint_errno();
int stat(const char*, struct stat*);
DIR* opendir(const char*);
dirent* readdir(DIR*);
int closedir(DIR*);
template <class... A> int fprintf(FILE*, const char*, A&&...);
template <class... A> int sprintf(char*, const char*, A&&...);
template <class... A> int snprintf(char*, size_t, const char*, A&&...);
template <class... A> int scanf(const char*, A&&...);
template <class... A> int sscanf(const char*, const char*, A&&...);
template <class... A> int fscanf(FILE*, const char*, A&&...);
int atoi(const char*);
double atof(const char*);
int rand();
void srand(unsigned);

CUDALINT_C(int, vprintf) CUDALINT_C(int, vfprintf) CUDALINT_C(int, vsnprintf) CUDALINT_C(int, vsprintf)
CUDALINT_C(int, puts)
CUDALINT_C(int, putchar) CUDALINT_C(int, putc) CUDALINT_C(int, fputs) CUDALINT_C(int, fputc) CUDALINT_C(char*, fgets)
CUDALINT_C(int, fgetc) CUDALINT_C(int, getc) CUDALINT_C(int, getchar) CUDALINT_C(int, ungetc) CUDALINT_C(FILE*, fopen)
CUDALINT_C(FILE*, fdopen) CUDALINT_C(FILE*, freopen) CUDALINT_C(int, fclose) CUDALINT_C(size_t, fread)
CUDALINT_C(size_t, fwrite) CUDALINT_C(int, fflush) CUDALINT_C(int, fseek) CUDALINT_C(long, ftell)
CUDALINT_C(void, rewind)
CUDALINT_C(int, feof) CUDALINT_C(int, ferror) CUDALINT_C(void, perror) CUDALINT_C(int, remove) CUDALINT_C(int, setvbuf)
CUDALINT_C(void, setbuf) CUDALINT_C(FILE*, popen) CUDALINT_C(int, pclose) CUDALINT_C(ssize_t, getline)
CUDALINT_C(int, fileno)
CUDALINT_C(FILE*, tmpfile) CUDALINT_C(int, fprintf_s) CUDALINT_C(int, sprintf_s) CUDALINT_C(int, fopen_s)

CUDALINT_C(void*, calloc) CUDALINT_C(void*, realloc) CUDALINT_C(void*, aligned_alloc) CUDALINT_C(int, posix_memalign)
CUDALINT_C(void*, memalign) CUDALINT_C(void*, valloc) CUDALINT_C(void*, alloca) CUDALINT_C(long, atol)
CUDALINT_C(long long, atoll)
CUDALINT_C(double, strtod) CUDALINT_C(float, strtof) CUDALINT_C(long, strtol) CUDALINT_C(long long, strtoll)
CUDALINT_C(unsigned long, strtoul) CUDALINT_C(unsigned long long, strtoull) CUDALINT_C(long, random)
CUDALINT_C(void, srandom)
CUDALINT_C(double, drand48) CUDALINT_C(void, srand48) CUDALINT_C(double, erand48) CUDALINT_C(long, lrand48)
CUDALINT_C(long, mrand48) CUDALINT_C(int, rand_r) CUDALINT_C(void, qsort) CUDALINT_C(void*, bsearch)
CUDALINT_C(char*, getenv)
CUDALINT_C(int, setenv) CUDALINT_C(int, unsetenv) CUDALINT_C(int, system) CUDALINT_C(int, atexit)
CUDALINT_C(void, _exit)
CUDALINT_C(void, quick_exit) CUDALINT_C(div_t, div) CUDALINT_C(char*, realpath) CUDALINT_C(char*, basename)
CUDALINT_C(char*, dirname)

CUDALINT_C(char*, strcat) CUDALINT_C(char*, strncpy) CUDALINT_C(char*, strncat) CUDALINT_C(int, strncmp)
CUDALINT_C(int, strcasecmp)
CUDALINT_C(int, strncasecmp) CUDALINT_C(char*, strchr) CUDALINT_C(char*, strrchr) CUDALINT_C(char*, strstr)
CUDALINT_C(char*, strtok) CUDALINT_C(char*, strtok_r) CUDALINT_C(char*, strdup) CUDALINT_C(char*, strndup)
CUDALINT_C(char*, strerror) CUDALINT_C(size_t, strspn) CUDALINT_C(size_t, strcspn) CUDALINT_C(char*, strpbrk)
CUDALINT_C(size_t, strnlen) CUDALINT_C(void*, memchr) CUDALINT_C(void, bzero) CUDALINT_C(void, bcopy)
CUDALINT_C(char*, stpcpy)
CUDALINT_C(int, tolower) CUDALINT_C(int, toupper) CUDALINT_C(int, isdigit) CUDALINT_C(int, isspace)
CUDALINT_C(int, isalpha)
CUDALINT_C(int, isalnum) CUDALINT_C(int, isprint) CUDALINT_C(int, isupper) CUDALINT_C(int, islower)
CUDALINT_C(int, isxdigit)
CUDALINT_C(int, ispunct) CUDALINT_C(int, isgraph) CUDALINT_C(char*, setlocale)

CUDALINT_C(int, gettimeofday) CUDALINT_C(int, clock_gettime) CUDALINT_C(time_t, time) CUDALINT_C(tm*, localtime)
CUDALINT_C(tm*, gmtime) CUDALINT_C(tm*, localtime_r) CUDALINT_C(size_t, strftime) CUDALINT_C(char*, ctime)
CUDALINT_C(char*, asctime) CUDALINT_C(time_t, mktime) CUDALINT_C(double, difftime) CUDALINT_C(int, ftime)
CUDALINT_C(unsigned, sleep) CUDALINT_C(int, usleep) CUDALINT_C(int, nanosleep) CUDALINT_C(int, getrusage)
CUDALINT_C(int, open) CUDALINT_C(int, close) CUDALINT_C(ssize_t, read) CUDALINT_C(ssize_t, write)
CUDALINT_C(off_t, lseek)
CUDALINT_C(int, fstat) CUDALINT_C(int, mkdir) CUDALINT_C(int, access) CUDALINT_C(int, unlink) CUDALINT_C(int, ftruncate)
CUDALINT_C(char*, getcwd) CUDALINT_C(int, chdir) CUDALINT_C(int, gethostname) CUDALINT_C(int, getopt)
CUDALINT_C(int, getopt_long)
CUDALINT_C(void*, mmap) CUDALINT_C(int, munmap) CUDALINT_C(int, shm_open) CUDALINT_C(int, shm_unlink)
CUDALINT_C(pid_t, getpid)
CUDALINT_C(pid_t, fork) CUDALINT_C(pid_t, waitpid) CUDALINT_C(int, kill) CUDALINT_C(long, sysconf)
CUDALINT_C(int, uname)
CUDALINT_C(int, isatty) CUDALINT_C(int, sched_yield) CUDALINT_C(int, sched_setaffinity) CUDALINT_C(void*, dlopen)
CUDALINT_C(void*, dlsym) CUDALINT_C(int, dlclose) CUDALINT_C(char*, dlerror) CUDALINT_C(void*, signal)
CUDALINT_C(int, raise)
CUDALINT_C(int, pthread_create) CUDALINT_C(int, pthread_join) CUDALINT_C(int, pthread_mutex_lock)
CUDALINT_C(int, pthread_mutex_unlock) CUDALINT_C(int, pthread_mutex_init) CUDALINT_C(int, pthread_mutex_destroy)
CUDALINT_C(int, pthread_cond_wait) CUDALINT_C(int, pthread_cond_signal) CUDALINT_C(int, pthread_cond_init)
CUDALINT_C(int, pthread_barrier_init) CUDALINT_C(int, pthread_barrier_wait) CUDALINT_C(int, sem_init)
CUDALINT_C(int, sem_wait)
CUDALINT_C(int, sem_post)
struct glob_t { size_t gl_pathc; char** gl_pathv; size_t gl_offs; int gl_flags; };
enum { GLOB_ERR = 1, GLOB_MARK = 2, GLOB_NOSORT = 4, GLOB_DOOFFS = 8, GLOB_NOCHECK = 16, GLOB_APPEND = 32 };
CUDALINT_C(int, glob) CUDALINT_C(void, globfree)
struct sysinfo { unsigned long totalram, freeram, sharedram, bufferram, totalswap, freeswap; unsigned mem_unit; };
int sysinfo(struct sysinfo*);
int omp_get_num_threads();
int omp_get_thread_num();
int omp_get_max_threads();
int omp_get_num_procs();
void omp_set_num_threads(int);
double omp_get_wtime();

namespace std {
using ::clock_t; using ::div_t; using ::FILE; using ::time_t; using ::tm; using ::va_list;
using ::abort; using ::aligned_alloc; using ::atexit; using ::atof; using ::atoi; using ::atol; using ::atoll;
using ::bsearch; using ::calloc; using ::exit; using ::free; using ::getenv; using ::malloc; using ::qsort;
using ::quick_exit; using ::rand; using ::realloc; using ::srand; using ::strtod; using ::strtof; using ::strtol;
using ::strtoll; using ::strtoul; using ::strtoull; using ::system; using ::div;
using ::fclose; using ::feof; using ::ferror; using ::fflush; using ::fgetc; using ::fgets; using ::fopen;
using ::fprintf; using ::fputc; using ::fputs; using ::fread; using ::fscanf; using ::fseek; using ::ftell;
using ::fwrite; using ::getchar; using ::perror; using ::printf; using ::putchar; using ::puts; using ::remove;
using ::rewind; using ::scanf; using ::snprintf; using ::sprintf; using ::sscanf; using ::vsnprintf; using ::vfprintf;
using ::memchr; using ::memcmp; using ::memcpy; using ::memmove; using ::memset; using ::strcat; using ::strchr;
using ::strcmp; using ::strcpy; using ::strerror; using ::strlen; using ::strncat; using ::strncmp; using ::strncpy;
using ::strrchr; using ::strstr; using ::strtok;
using ::isalnum; using ::isalpha; using ::isdigit; using ::islower; using ::isspace; using ::isupper; using ::tolower;
using ::toupper; using ::isprint; using ::isxdigit; using ::ispunct;
using ::asctime; using ::ctime; using ::difftime; using ::gmtime; using ::localtime; using ::mktime; using ::strftime;
using ::time; using ::signal; using ::setlocale;
}  // namespace std
#pragma clang force_cuda_host_device end
}
