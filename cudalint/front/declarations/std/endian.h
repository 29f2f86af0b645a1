#include "cudalint_std.h"
