from pathlib import Path

from cudalint.front.topics import ALWAYS, ordered, topics_of
from tests.front.support import messages, parsed


def test_the_c_library_is_there_without_an_include(tmp_path: Path) -> None:
    source = """
        int main(int argc, char **argv) {
          int n = argc > 1 ? atoi(argv[1]) : 10;
          float *p = (float *)calloc(n, sizeof(float));
          memset(p, 0, n);
          if (strcmp(argv[0], "x") || rand() > RAND_MAX / 2 || n == INT_MAX) fprintf(stderr, "%d", n);
          std::swap(n, argc);
          return EXIT_SUCCESS;
        }
    """
    result = parsed(tmp_path, source)
    assert (messages(result), result.invented) == ([], 0)


def test_integer_types_of_the_source_itself_win(tmp_path: Path) -> None:
    source = "typedef unsigned long long uint64_t;\n__global__ void k(uint64_t *p) { p[0] = 1; }\n"
    assert messages(parsed(tmp_path, source)) == []
    assert messages(parsed(tmp_path, "__global__ void k(uint64_t *p) { p[0] = 1; }\n")) == []


def test_only_what_is_needed_is_declared() -> None:
    assert topics_of(b"__global__ void k(float *p) { p[threadIdx.x] = 0; }") == (frozenset(), frozenset())
    wanted, _ = topics_of(b"cudaMalloc(&p, 4); x = tex2D(t, 0, 0); y = __float2int_rn(z);")
    assert wanted == {"cuda/runtime.h", "cuda/textures.h", "cuda/rounding.h"}
    assert ordered(wanted)[: len(ALWAYS)] == ALWAYS


def test_a_topic_named_in_a_header_of_the_project_counts(tmp_path: Path) -> None:
    (tmp_path / "check.h").write_text("#define CHECK(e) do { if ((e) != cudaSuccess) exit(1); } while (0)\n")
    source = '#include "check.h"\nint main() { void *p; CHECK(cudaMalloc(&p, 4)); }\n'
    assert messages(parsed(tmp_path, source)) == []
