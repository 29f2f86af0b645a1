#include "../cudalint_nvtx.h"
