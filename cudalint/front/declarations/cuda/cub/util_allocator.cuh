#include "../cudalint_libraries.h"
